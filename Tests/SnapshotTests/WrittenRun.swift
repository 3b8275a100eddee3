import Foundation
import Snapshots
import SourceJSON
import WallfarmTesting

/// The results of a run, written as `results.json` without rendering anything.
struct WrittenRun {
  /// A group of changed pictures.
  struct Group {
    var headline: String
    var cause: String
    /// The names of the pictures with the changes in each.
    var members: [(name: String, words: [String])]
    /// The error of every picture in the group, or `nil` if the pictures did not fail.
    var error: String?
    /// The number of visibly different pixels for each picture name; pictures without an entry are
    /// not measured.
    var pixels: [String: Int] = [:]
    var measure = DifferenceMeasure.flip
  }

  var groups: [Group] = []
  /// The names of unchanged pictures.
  var same: [String] = []
  var strays: [String] = []
  var outcome = "differs"

  /// Returns the summary of the run and its outcome, and writes the results, by default to a
  /// temporary folder.
  func markdown(
    address: String? = nil, in folder: TemporaryFolder? = nil
  ) throws -> (text: String, outcome: SnapshotOutcome) {
    let folder = try folder ?? TemporaryFolder()
    try folder.write(json.text(pretty: false), to: "results/results.json")
    return try SnapshotReports(SuiteFolder(folder.path))
      .markdown(address: try address.map { try PictureAddress($0) })
  }

  private var json: JSONValue {
    let numbered = groups.enumerated().map { ($0.offset + 1, $0.element) }
    let changed = numbered.flatMap { number, group in
      group.members.map { Self.entry($0.name, $0.words, group, number) }
    }
    let unchanged = same.map { name -> JSONValue in
      ["name": .string(name), "verdict": "same", "reference": "none"]
    }
    return [
      "format": 1, "outcome": .string(outcome), "summary": [:],
      "strays": .array(strays.map(JSONValue.string)),
      "groups": .array(
        numbered.map { number, group in
          [
            "number": .number(Double(number)), "headline": .string(group.headline),
            "cause": .string(group.cause), "of": .number(Double(group.members.count)),
            "acceptable": .bool(group.error == nil),
          ]
        }),
      "snapshots": .array(changed + unchanged),
    ]
  }

  private static func entry(
    _ name: String, _ words: [String], _ group: Group, _ number: Int
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "verdict": group.error == nil ? "changed" : "failed",
      "reference": "none", "group": .number(Double(number)),
      "words": .array(words.map(JSONValue.string)), "files": ["actual": "a.png"],
    ]
    if let error = group.error {
      members["error"] = ["code": "file-unreadable", "message": .string(error)]
    }
    if let visible = group.pixels[name] {
      members["pixels"] = [
        "changed": .number(Double(visible)), "different": .number(Double(visible)), "smoothed": 0,
        "of": 100_000, "measure": .string(group.measure.rawValue), "most": 0.583,
        "box": [1, 2, 30, 40],
      ]
      members["files"] = ["expected": "e.png", "actual": "a.png", "difference": "d.png"]
    }
    return .object(members)
  }
}
