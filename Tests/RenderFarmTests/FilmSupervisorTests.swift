import Files
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import RenderFarm
@testable import RenderPool

/// Films in the hands of a supervisor, whose workers do what the name of the motion says: `worker.py`.
@Suite(.serialized) struct FilmSupervisorTests {
  private typealias Farm = SupervisorTests.Farm

  private func farm(_ motions: [String], seconds: Int, workers: Int) throws -> Farm {
    let farm = try Farm([], workers: workers)
    let specs = motions.enumerated().map { index, motion in
      let order = OrderedRequest(
        device: "iphone15", fields: ["motion": .string(motion)], files: FileScope())
      var unit = RenderUnit(id: "film-\(index)", order: order, output: "\(index).mp4", timeout: nil)
      unit.film = FilmShape(
        digest: "\(index)", motion: "m", format: "mp4", frames: 0..<seconds * 30,
        segmentLength: 30, encoder: "e")
      return UnitSpec(
        id: unit.id, digest: "\(index)", affinity: "\(index)\tfilm\tiphone15", output: unit.output,
        payload: unit.payload)
    }
    _ = try farm.queue.add(specs, generation: 1)
    return farm
  }

  /// The most units that were leased at one time.
  private func mostLeased(_ farm: Farm) throws -> Int {
    var most = 0
    try farm.run(tick: { most = max(most, try farm.queue.counts().leased) })
    return most
  }

  /// One more is held for the moment in which a finished film is not in the queue yet.
  @Test func aMachineBeginsTwoFilmsAndLeavesTheOthers() throws {
    let farm = try farm([String](repeating: "slow", count: 8), seconds: 4, workers: 2)
    #expect((2...3).contains(try mostLeased(farm)))
    #expect(try farm.queue.counts().done == 8)
    #expect(try farm.log.count { $0.contains("begin slow-whole") } == 8)
  }

  /// Where two films are too few for all workers there are more.
  @Test func noWorkerIsIdleForWantOfFilms() throws {
    let farm = try farm([String](repeating: "slow", count: 8), seconds: 1, workers: 6)
    #expect(try mostLeased(farm) >= 4)
    #expect(try farm.queue.counts().done == 8)
  }

  /// A worker has a second and at most one more; the others are not begun.
  @Test func aFilmThatFailedHasNoMoreSecondsMade() throws {
    let farm = try farm(["spoilt"], seconds: 8, workers: 4)
    farm.settings.segments = farm.folder.file("segments")
    try farm.run()
    let row = try farm.row("film-0")
    #expect(row.state == .dead && row.error?.code == .photoUnreadable && row.failures == 1)
    let begun = try farm.log.filter { $0.contains("begin") }
    #expect((3...7).contains(begun.count), "\(begun)")
    // Those that others were at are kept for whoever tries again.
    let kept = farm.folder.names(in: "segments").flatMap { farm.folder.names(in: "segments/\($0)") }
    #expect(kept.count { $0.hasPrefix("segment-") } == begun.count - 1)
  }
}
