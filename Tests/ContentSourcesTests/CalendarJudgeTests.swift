import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares generated calendars with recurring-ical-events: zones, overrides, revisions, exceptions
/// and clock changes.
@Suite struct CalendarJudgeTests {
  /// The number of runs, which WALLFARM_PROPERTY_RUNS sets; a failure prints the seed and the
  /// calendar.
  private static let runs =
    ProcessInfo.processInfo.environment["WALLFARM_PROPERTY_RUNS"].flatMap { Int($0) } ?? 60

  @Test(.enabled(if: CalendarJudge.isInstalled))
  func anotherProgramShowsTheSameTimes() throws {
    let seed = SeededGenerator.standardSeed % 1_000_000_000
    let judge = CalendarJudge(now: "2026-11-23T09:00", zone: "Europe/Berlin")
    let folder = try TemporaryFolder()
    let files = try judge.calendars(Self.runs, seed: seed, in: folder)
    let time = CalendarNow(now: When(judge.now), zone: judge.zone)
    for (file, theirs) in zip(files, try judge.occurrences(in: files, folder)) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let read = try ContentReader.parse(bytes, file: file, at: time)
      #expect(read.problems.isEmpty && read.content.warnings.isEmpty)
      let ours = (read.content[.events] ?? []).map { event in
        [
          event.when("start")?.description ?? "", event.when("end")?.description ?? "",
          event.text("title") ?? "",
        ]
      }
      #expect(judge.areSame(ours, theirs), "seed \(seed), \(file)")
    }
  }
}
