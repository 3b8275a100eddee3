import Foundation
import SourceJSON
import WallfarmPluginKit

/// recurring-ical-events (PyPI), which judges how calendars are read.
public struct CalendarJudge: Sendable {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let script = Workspace.root + "/Tests/Calendars/judge.py"

  /// Whether the judge is installed.
  public static var isInstalled: Bool { FileManager.default.fileExists(atPath: python) }

  /// The local time at which the calendars are read, such as `2026-11-23T09:00`.
  public let now: String
  /// The name of the time zone.
  public let zone: String

  /// Creates a judge for a time.
  public init(now: String, zone: String) { (self.now, self.zone) = (now, zone) }

  /// Writes calendars with zones, overrides, revisions, exceptions and clock changes.
  ///
  /// - Parameters:
  ///   - count: The number of calendars.
  ///   - seed: The seed of the generator.
  ///   - folder: The folder for the files.
  /// - Returns: The paths of the files.
  /// - Throws: An error with the output of the judge.
  public func calendars(_ count: Int, seed: UInt64, in folder: TemporaryFolder) throws -> [String] {
    let said = Tool.run(
      Self.python, [Self.script, "generate", folder.path, "\(seed)", "\(count)"], withErrors: true)
    guard said.status == 0 else { throw Failure(said.text) }
    return (0..<count).map { number in
      folder.file(String(repeating: "0", count: 5 - "\(number)".count) + "\(number).ics")
    }
  }

  /// Returns the start, end and title of each occurrence in each file; an end of `*` is any end.
  ///
  /// - Throws: An error with the output of the judge.
  public func occurrences(
    in files: [String], _ folder: TemporaryFolder
  ) throws -> [[[String]]] {
    try folder.write(files.map { $0 + "\n" }.joined().utf8, to: "names")
    let command = "'\(Self.python)' '\(Self.script)' expect \(now) \(zone)"
    let said = Tool.run("/bin/sh", ["-c", "\(command) < '\(folder.file("names"))'"])
    let lines = said.text.split(separator: "\n")
    guard lines.count == files.count else { throw Failure(said.text) }
    return try lines.map { line in
      guard let all = try JSONNode(parsing: String(line)).elements else {
        throw Failure(String(line))
      }
      return all.map { one in (one.elements ?? []).map { $0.string ?? "" } }
    }
  }

  /// Whether two lists contain the same occurrences, apart from those near the edges of the window.
  public func areSame(_ ours: [[String]], _ theirs: [[String]]) -> Bool {
    let anyEnd = Set(theirs.filter { $0[1] == "*" }.map { [$0[0], $0[2]] })
    return compared(ours, anyEnd) == compared(theirs, anyEnd)
  }

  /// Returns the occurrences to compare, in order; if one is in `anyEnd`, its end becomes `*`.
  private func compared(_ list: [[String]], _ anyEnd: Set<[String]>) -> [[String]] {
    let clock = Now(Moment(seconds: 0), in: .utc)
    let middle = When(now).map(clock.moment(of:)) ?? clock.moment
    let range = middle.adding(-29 * 86_400 + 7200)...middle.adding(364 * 86_400 - 7200)
    return list.filter { When($0[0]).map { range.contains(clock.moment(of: $0)) } ?? false }
      .map { anyEnd.contains([$0[0], $0[2]]) ? [$0[0], "*", $0[2]] : $0 }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private struct Failure: Error {
    let text: String
    init(_ text: String) { self.text = String(text.suffix(1000)) }
  }
}
