import BuiltInPlugins
import RenderFarm
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A unit remains done until its receipt expires, regardless of the day for which it is planned.
@Suite struct LastingPicturesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"dates": [{"title": "Gone", "date": "2020-01-01"}]}"#, to: "c.json")
  }

  /// Plans a job with a single unit for the given time, and returns the unit.
  private func unit(_ time: String, also: String = "") throws -> PlannedUnit {
    try folder.write(
      #"{"id": "a", "template": "countdown", "devices": "iphonese3", "content": "c.json"\#(also)}"#,
      to: "jobs.json")
    let planner = try JobPlanner(
      path: folder.file("jobs.json"), out: OutputFolder(folder.file("out"), allowsOutside: false),
      shard: nil, installation: Workspace.installation, plugins: .builtIn, key: .known,
      clock: .standing(at: try #require(Moment(time))))
    let (_, planned) = try planner.check()
    var units: [PlannedUnit] = []
    try planned.forEachBatch { units += $0 }
    return try #require(units.first)
  }

  /// Whether a unit that was finished on January 1 counts as done at another time.
  private func lasts(
    _ receipt: String, at time: String, also: String = "", state: UnitState = .done
  ) throws -> Bool {
    let queue = MemoryJobQueue()
    let first = try unit("2026-01-01T09:00:00Z").spec
    _ = queue.add([first], generation: 1)
    if state == .done {
      queue.markDone([DeliveredUnit(id: first.id, receipt: receipt, milliseconds: 1)])
    }
    let later = try unit(time, also: also)
    #expect(later.spec.digest != first.digest)
    let found = try LastingPictures(queue: queue, moment: try #require(Moment(time))).unit(later)
    #expect(found.digest == first.digest || found == later.spec)
    return found.digest == first.digest
  }

  private static let never = #"{"now": "2026-01-01T00:00:00Z", "expires": null}"#
  private static let week =
    #"{"now": "2026-01-01T00:00:00Z", "expires": "2026-01-08T01:00:00+01:00"}"#

  @Test(arguments: [
    (never, "2026-05-01T00:00:00Z", true), (week, "2026-01-07T23:59:59Z", true),
    (week, "2026-01-08T00:00:00Z", false), (week, "2025-12-31T00:00:00Z", false),
    (#"{"now": "2026-01-01T00:00:00Z"}"#, "2026-01-02T00:00:00Z", false),
    ("{}", "2026-01-02T00:00:00Z", false), ("no receipt", "2026-01-02T00:00:00Z", false),
  ])
  func itLastsUntilItExpires(_ receipt: String, _ time: String, _ lasts: Bool) throws {
    #expect(try self.lasts(receipt, at: time) == lasts)
  }

  @Test(arguments: [
    #", "theme": "paper""#, #", "zone": "Asia/Tokyo""#, #", "set": {"empty-text": "Nichts"}"#,
    #", "now": "2026-01-03""#,
  ])
  func somethingElseThatChangedCounts(_ also: String) throws {
    #expect(try !lasts(Self.never, at: "2026-01-02T00:00:00Z", also: also))
  }

  @Test func whatWasNotDeliveredDoesNotLast() throws {
    #expect(try !lasts(Self.never, at: "2026-01-02T00:00:00Z", state: .queued))
  }
}
