import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares sun, moon and seasons with ephem at random places, zones and days of 1900…2100.
@Suite struct SkyJudgeTests {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let script = Workspace.root + "/Tests/Sky/judge.py"
  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
    "Pacific/Kiritimati", "America/Sao_Paulo", "Asia/Kathmandu", "Arctic/Longyearbyen",
    "Africa/Cairo",
  ]

  /// The number of days, which WALLFARM_PROPERTY_RUNS sets; a failure prints the seed.
  private static let runs =
    ProcessInfo.processInfo.environment["WALLFARM_PROPERTY_RUNS"].flatMap { Int($0) } ?? 400

  @Test(.enabled(if: FileManager.default.fileExists(atPath: python)))
  func anotherProgramFindsTheSameTimes() throws {
    var random = SeededGenerator()
    let lines = try (0..<Self.runs).map { _ in try Self.line(&random) }
    let folder = try TemporaryFolder()
    try folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "days")
    let judged = Tool.run(
      "/bin/sh", ["-c", "'\(Self.python)' '\(Self.script)' < '\(folder.file("days"))'"],
      withErrors: true)
    #expect(judged.text == "judged \(lines.count)\n", "seed \(random.seed)")
  }

  /// Returns a random day with its times, as the script expects them.
  private static func line(_ random: inout SeededGenerator) throws -> String {
    let range = Int.random(in: 0..<3, using: &random) == 0 ? 65.0...90 : 0...65
    let side: Double = Bool.random(using: &random) ? 1 : -1
    let sky = Sky(
      latitude: side * (Double.random(in: range, using: &random) * 1000).rounded() / 1000,
      longitude: Int.random(in: 0..<20, using: &random) == 0
        ? 180 * side : (Double.random(in: -180...180, using: &random) * 1000).rounded() / 1000)
    let zone = try ZoneFile.zone(
      try #require(zones.randomElement(using: &random)), origin: .option("zone"))
    let first = try #require(Day(year: 1900, month: 1, day: 2)).number
    let last = try #require(Day(year: 2100, month: 12, day: 30)).number
    var day = try #require(Day(number: Int.random(in: first...last, using: &random)))
    if Bool.random(using: &random), let change = zone.change(after: zone.start(of: day)) {
      day = zone.day(at: change)
    }
    let now = Now(zone.start(of: day), in: zone)
    let end = try #require(day.adding(1).map(zone.start))
    let found = SkyDay(sky, now)
    let times: [Moment?] = [
      zone.start(of: day), end, found.sunlight.rise, found.sunlight.set, found.twilight.dawn,
      found.twilight.dusk, found.moonlight.rise, found.moonlight.set, found.noon, found.fullMoon,
      found.newMoon, found.turn.moment,
    ]
    return "\(sky.latitude) \(sky.longitude) "
      + times.map { $0.map { "\($0.seconds)" } ?? "-" }.joined(separator: " ")
      + " \(found.illumination)"
  }
}
