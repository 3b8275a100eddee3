internal import Designs
internal import Files
import Graphics
import Perception
internal import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// The results of a run as JSON, for continuous integration, for approval and for comments.
package struct ResultsRecord {
  /// The version of the format.
  static let version = 1

  /// The data about a picture that is needed for approval and for comments.
  struct Entry {
    let name: String
    let verdict: Verdict
    let group: Int?
    /// The SHA-256 digest of the reference text that the picture was compared with, or `none`.
    let reference: String
    let keepsPicture: Bool
    /// The files to approve; nil if there are no such files, or if the picture was recorded.
    let actual: ActualFiles?
    let isRecorded: Bool
    let words: [String]
    let pixels: PixelFigures?
    let error: RenderError?
    /// The roles of the pictures in the results folder, in the order expected, actual, difference.
    let roles: [PictureRole]

    /// The name of the snapshot in the suite.
    var title: String { String(name.prefix { $0 != "/" }) }
    /// The ID of the device.
    var device: String { String(name.drop { $0 != "/" }.dropFirst()) }
  }

  /// The SHA-256 digests of a result's files, and the color space of its picture.
  struct ActualFiles: Sendable, Hashable {
    let text: String
    let picture: String
    let space: ColorSpace
  }

  /// A ``ChangeGroup``, as read from the record.
  struct Group {
    let number: Int
    let headline: String
    let cause: String
    let members: [String]
    let outOf: Int
    let isAcceptable: Bool
  }

  let entries: [Entry]
  let groups: [Group]
  let summary: [String: Int]
  /// The names of references that do not belong to any picture.
  let strays: [String]
  /// The result of the run; nil in a record from an earlier version of the program.
  let outcome: SnapshotOutcome?

  /// The text of `results.json`.
  static func text(of run: SnapshotRun) -> String {
    var groupOf: [String: Int] = [:]
    for group in run.groups { for name in group.members { groupOf[name] = group.number } }
    let keeps = Set(run.suite.snapshots.filter(\.keepsPicture).map(\.name))
    let value: JSONValue = [
      "format": .number(Double(version)),
      "suite": .string(run.suite.folder.file),
      "program": .string(Wallfarm.title),
      "outcome": .string(run.outcome.rawValue),
      "summary": .object(run.summary.mapValues { .number(Double($0)) }),
      "groups": .array(run.groups.map(\.json)),
      "strays": .array(run.strays.map(JSONValue.string)),
      "snapshots": .array(
        run.results.map { $0.json(group: groupOf[$0.name], keeps.contains($0.name)) }),
    ]
    return value.text(pretty: true) + "\n"
  }

  /// Reads the results in a folder.
  ///
  /// - Throws: `results-outdated` if there are no results, or if they have a different version.
  package init(_ folder: ResultsFolder) throws(RenderError) {
    guard let bytes = try WrittenFile.bytes(of: folder.record, limit: 1 << 28) else {
      throw .resultsMissing(folder.path)
    }
    let root = try WrittenFile.parse(bytes, file: folder.record)
    guard root["format"]?.number == Double(Self.version), let list = root["snapshots"]?.elements,
      let groups = root["groups"]?.elements
    else { throw .resultsOutdated(folder.record, "it has a different format version") }
    entries = list.compactMap { Entry.read($0) }
    self.groups = groups.compactMap { Group.read($0) }
    var summary: [String: Int] = [:]
    for key in ["all"] + Verdict.allCases.map(\.rawValue) {
      summary[key] = root["summary"]?.count(key) ?? 0
    }
    self.summary = summary
    strays = (root["strays"]?.elements ?? []).compactMap(\.string)
    outcome = root.text("outcome").flatMap(SnapshotOutcome.init(rawValue:))
    // A name must not lead outside the suite's folders.
    guard entries.count == list.count, self.groups.count == groups.count,
      entries.allSatisfy({ SnapshotName.isPicture($0.name) })
    else {
      throw .resultsOutdated(
        folder.record, "it is damaged, or another version of wallfarm wrote it")
    }
  }
}

extension ResultsRecord.Entry {
  fileprivate static func read(_ node: JSONNode) -> Self? {
    guard let name = node.text("name"), let reference = node.text("reference"),
      let verdict = node.text("verdict").flatMap(Verdict.init(rawValue:))
    else { return nil }
    var actual: ResultsRecord.ActualFiles?
    if let files = node["actual"], let text = files.text("text"),
      let picture = files.text("picture"),
      let space = files.text("space").flatMap(ColorSpace.init(rawValue:))
    {
      actual = ResultsRecord.ActualFiles(text: text, picture: picture, space: space)
    }
    guard node["actual"] == nil || actual != nil else { return nil }
    return Self(
      name: name, verdict: verdict, group: node.count("group"), reference: reference,
      keepsPicture: node.isTrue("keepsPicture"), actual: actual,
      isRecorded: node.isTrue("recorded"),
      words: (node["words"]?.elements ?? []).compactMap(\.string),
      pixels: node["pixels"].flatMap(PixelFigures.read),
      error: node["error"].flatMap(RenderError.init(json:)),
      roles: PictureRole.allCases.filter { node["files"]?.text($0.rawValue) != nil })
  }
}

extension ResultsRecord.Group {
  fileprivate static func read(_ node: JSONNode) -> Self? {
    guard let number = node.count("number"), let headline = node.text("headline"),
      let cause = node.text("cause")
    else { return nil }
    return Self(
      number: number, headline: headline, cause: cause,
      members: (node["members"]?.elements ?? []).compactMap(\.string),
      outOf: node.count("of") ?? 0, isAcceptable: node.isTrue("acceptable"))
  }
}

extension PixelFigures {
  fileprivate static func read(_ node: JSONNode) -> Self? {
    guard let visible = node.count("changed"), let different = node.count("different"),
      let smoothed = node.count("smoothed"), let count = node.count("of"),
      let most = node.decimal("most")
    else { return nil }
    let numbers = node.counts("box")
    let box =
      numbers.count == 4
      ? PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
    return Self(
      visible: visible, different: different, smoothed: smoothed, count: count,
      measure: node.text("measure").flatMap(DifferenceMeasure.init(rawValue:)) ?? .flip,
      most: most, box: box)
  }
}

// These methods are not inlined, because the optimizer of Swift 6.3.1 crashes if several of them
// are inlined into one function.
extension JSONNode {
  @inline(never)
  fileprivate func text(_ key: String) -> String? { self[key]?.string }
  @inline(never)
  fileprivate func count(_ key: String) -> Int? { self[key]?.number.flatMap { Int(exactly: $0) } }
  @inline(never)
  fileprivate func decimal(_ key: String) -> Double? { self[key]?.number }
  @inline(never)
  fileprivate func counts(_ key: String) -> [Int] {
    (self[key]?.elements ?? []).compactMap(\.whole)
  }
  @inline(never)
  private var whole: Int? { number.flatMap { Int(exactly: $0) } }
  @inline(never)
  fileprivate func isTrue(_ key: String) -> Bool { self[key]?.bool == true }
}

extension SnapshotRun {
  /// The number of pictures by verdict.
  var summary: [String: Int] {
    var summary = ["all": results.count, "recorded": recorded]
    for verdict in Verdict.allCases { summary[verdict.rawValue] = count(verdict) }
    return summary
  }
}

extension ChangeGroup {
  var json: JSONValue {
    [
      "number": .number(Double(number)), "headline": .string(headline),
      "label": .string(cause.label.rawValue), "cause": .string(cause.sentence),
      "members": .array(members.map(JSONValue.string)), "of": .number(Double(outOf)),
      "acceptable": .bool(isAcceptable),
    ]
  }
}

extension SnapshotResult {
  fileprivate func json(group: Int?, _ keepsPicture: Bool) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "device": .string(device.id), "verdict": .string(verdict.rawValue),
      "recorded": .bool(isRecorded), "reference": .string(referenceDigest),
      "keepsPicture": .bool(keepsPicture),
      "words": .array(words.map(JSONValue.string)),
    ]
    if let group { members["group"] = .number(Double(group)) }
    if let cause {
      members["label"] = .string(cause.label.rawValue)
      members["cause"] = .string(cause.sentence)
    }
    if let note { members["note"] = .string(note) }
    if let actual {
      members["actual"] = [
        "text": .string(actual.text), "picture": .string(actual.picture),
        "space": .string(actual.space.rawValue),
      ]
    }
    if let pixels { members["pixels"] = pixels.json }
    if let error { members["error"] = error.json }
    if !files.isEmpty {
      members["files"] = .object(
        Dictionary(uniqueKeysWithValues: files.map { ($0.rawValue, .string($1)) }))
    }
    return .object(members)
  }
}

extension PixelFigures {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "changed": .number(Double(visible)), "different": .number(Double(different)),
      "smoothed": .number(Double(smoothed)), "of": .number(Double(count)),
      "measure": .string(measure.rawValue), "most": .number((most * 10_000).rounded() / 10_000),
    ]
    if let box {
      members["box"] = .array(
        [box.x, box.y, box.width, box.height].map { .number(Double($0)) })
    }
    return .object(members)
  }
}
