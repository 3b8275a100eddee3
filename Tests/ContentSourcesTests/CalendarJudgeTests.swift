import ContentSources
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares generated calendars with recurring-ical-events: zones, overrides, revisions, exceptions
/// and clock changes.
@Suite struct CalendarJudgeTests {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let script = Workspace.root + "/Tests/Calendars/judge.py"
  private static let (now, zone) = ("2026-11-23T09:00", "Europe/Berlin")

  /// The number of runs, which WALLFARM_PROPERTY_RUNS sets; a failure prints the seed and the
  /// calendar.
  private static let runs =
    ProcessInfo.processInfo.environment["WALLFARM_PROPERTY_RUNS"].flatMap { Int($0) } ?? 60

  @Test(.enabled(if: FileManager.default.fileExists(atPath: python)))
  func anotherProgramShowsTheSameTimes() throws {
    let seed = SeededGenerator.standardSeed % 1_000_000_000
    let folder = try TemporaryFolder()
    let written = Tool.run(
      Self.python, [Self.script, "generate", folder.path, "\(seed)", "\(Self.runs)"],
      withErrors: true)
    try #require(written.status == 0, "\(written.text)")
    let files = (0..<Self.runs).map { number in
      folder.file(String(repeating: "0", count: 5 - "\(number)".count) + "\(number).ics")
    }
    try folder.write(files.map { $0 + "\n" }.joined().utf8, to: "names")
    let command = "'\(Self.python)' '\(Self.script)' expect \(Self.now) \(Self.zone)"
    let said = Tool.run("/bin/sh", ["-c", "\(command) < '\(folder.file("names"))'"])
    let lines = said.text.split(separator: "\n")
    try #require(lines.count == files.count, "\(said.text.suffix(1000))")
    let time = CalendarNow(now: When(Self.now), zone: Self.zone)
    for (file, line) in zip(files, lines) {
      let judged = try #require(try JSONNode(parsing: String(line)).elements, "\(line)")
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let read = try ContentReader.parse(bytes, file: file, at: time)
      #expect(read.problems.isEmpty && read.content.warnings.isEmpty)
      let ours = (read.content[.events] ?? []).map { event in
        [
          event.when("start")?.description ?? "", event.when("end")?.description ?? "",
          event.text("title") ?? "",
        ]
      }
      let theirs = judged.map { one in (one.elements ?? []).map { $0.string ?? "" } }
      let anyEnd = Set(theirs.filter { $0[1] == "*" }.map { [$0[0], $0[2]] })
      #expect(
        Self.compared(ours, anyEnd) == Self.compared(theirs, anyEnd), "seed \(seed), \(file)")
    }
  }

  /// Returns the times to compare, sorted and without times near the edges of the window.
  ///
  /// If a time is in `anyEnd`, its end is replaced with `*`, so that any end is accepted.
  private static func compared(_ list: [[String]], _ anyEnd: Set<[String]>) -> [[String]] {
    let clock = Now(Moment(seconds: 0), in: .utc)
    let middle = When(now).map(clock.moment(of:)) ?? clock.moment
    let range = middle.adding(-29 * 86_400 + 7200)...middle.adding(364 * 86_400 - 7200)
    return list.filter { When($0[0]).map { range.contains(clock.moment(of: $0)) } ?? false }
      .map { anyEnd.contains([$0[0], $0[2]]) ? [$0[0], "*", $0[2]] : $0 }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
