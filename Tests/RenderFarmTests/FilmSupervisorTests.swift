import Files
import RenderFarm
import RenderPool
import Requests
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests a supervisor that renders films; its workers act on the name of the motion (see
/// `worker.py`).
@Suite(.serialized) struct FilmSupervisorTests {
  private typealias Farm = SupervisorTests.Farm

  private func farm(_ motions: [String], seconds: Int, workers: Int) throws -> Farm {
    let farm = try Farm([], workers: workers)
    let specs = motions.enumerated().map { index, motion in
      let order = FilmOrder(
        device: "iphone15", film: FilmFields(motion: motion), files: FileScope())
      let unit = RenderUnit(
        id: "film-\(index)", work: .film(order), output: "\(index).mp4", timeout: nil)
      return UnitSpec(
        id: unit.id, digest: "\(index)", affinity: "\(index)\tfilm\tiphone15", output: unit.output,
        payload: unit.payload)
    }
    _ = try farm.queue.add(specs, generation: 1)
    farm.settings.makeParts = { NamedParts(name: $0.film.motion, count: seconds) }
    return farm
  }

  /// Returns a farm with eight films, none of which can finish before `needed` films have started.
  private func meeting(_ needed: Int, seconds: Int, workers: Int) throws -> Farm {
    try farm((0..<8).map { "meet-\(needed)-\($0)" }, seconds: seconds, workers: workers)
  }

  /// Returns the maximum number of films in progress at the same time, according to the workers'
  /// log.
  private func mostAtWork(_ farm: Farm) throws -> Int {
    var (open, most) = (Set<Substring>(), 0)
    for line in try farm.log {
      // A typical line is `4711 begin meet-2-0-whole`.
      let words = line.split(separator: " ")
      guard words.count == 3, let end = words[2].lastIndex(of: "-") else { continue }
      let film = words[2][..<end]
      if words[1] == "begin" { open.insert(film) }
      if words[1] == "done", words[2].hasSuffix("-whole") { open.remove(film) }
      most = max(most, open.count)
    }
    return most
  }

  @Test func aMachineBeginsTwoFilmsAndLeavesTheOthers() throws {
    let farm = try meeting(2, seconds: 4, workers: 2)
    try farm.run()
    #expect(try mostAtWork(farm) == 2)
    #expect(try farm.queue.counts().done == 8)
    #expect(try farm.log.count { $0.contains(" begin ") && $0.hasSuffix("-whole") } == 8)
  }

  /// If two films are not enough to keep all workers busy, more films are started.
  @Test func noWorkerIsIdleForWantOfFilms() throws {
    let farm = try meeting(4, seconds: 1, workers: 6)
    try farm.run()
    #expect(try mostAtWork(farm) >= 4)
    #expect(try farm.queue.counts().done == 8)
  }

  /// After one second of a film fails, no further seconds of the film are given to workers.
  ///
  /// A worker has at most two seconds assigned to it.
  @Test func aFilmThatFailedHasNoMoreSecondsMade() throws {
    let farm = try farm(["spoilt"], seconds: 8, workers: 4)
    farm.settings.partsFolder = farm.folder.file("segments")
    try farm.run(tick: {
      // Eight seconds were ordered and one failed; fewer than seven remaining seconds mean that at
      // least one was withdrawn.
      guard let held = farm.supervisor?.held.count, (1..<7).contains(held) else { return }
      try farm.folder.write("", to: "out/go")
    })
    let row = try farm.row("film-0")
    #expect(row.state == .dead && row.error?.code == .photoUnreadable && row.failures == 1)
    let begun = try farm.log.filter { $0.contains("begin") }
    #expect((3...7).contains(begun.count), "\(begun)")
    // Finished seconds of the film are kept for the next attempt.
    let kept = farm.folder.names(in: "segments").flatMap { farm.folder.names(in: "segments/\($0)") }
    #expect(kept.count { $0.hasPrefix("segment-") } == begun.count - 1)
  }
}
