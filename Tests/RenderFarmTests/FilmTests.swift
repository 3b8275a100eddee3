import Files
import Foundation
import Requests
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import RenderFarm
@testable import RenderPool

/// A film in a farm: one unit whose segments any worker can render.
@Suite struct FilmTests {
  private static let shape = FilmShape(
    digest: "d", motion: "m", format: "mp4", frames: 10..<75, segmentLength: 30, encoder: "e")

  private struct Film {
    let folder: TemporaryFolder
    let place: KeptSegments.Film
    var work: FilmInWork

    init(keeping kept: [Int] = []) throws {
      folder = try TemporaryFolder()
      place = KeptSegments.Film(path: folder.path)
      for segment in kept { try folder.write("x", to: "segment-\(segment)") }
      let film = FilmOrder(device: "iphone15", film: FilmFields(motion: "hook"), files: FileScope())
      let order = RenderOrder(
        request: film.text, output: .bytes, inputs: OrderInputs(files: ["/photo"]))
      work = FilmInWork(order, OrderedFilm(shape: FilmTests.shape, order: film), in: place)
    }
  }

  private func done(_ number: Int) -> PoolEvent {
    var figures = WorkerFigures()
    figures.milliseconds = 10
    return .done(
      OrderID(number), RenderedOrder(receipt: "{\"n\":\(number)}", figures: figures, bytes: nil))
  }

  private func parts(_ step: FilmInWork.Step) throws -> [FilmPart.Work] {
    guard case .order(let orders) = step else {
      Issue.record("\(step)")
      return []
    }
    return try orders.map { order in
      let film = try #require(FilmOrder(try JSONNode(parsing: order.request)))
      return try #require(film.part).work
    }
  }

  @Test func segmentsAreSecondsFromTheFirstPictureOn() {
    #expect(Self.shape.segments == [10..<40, 40..<70, 70..<75])
  }

  @Test func theOrderOfAFilmIsReadAgain() throws {
    var order = FilmOrder(
      device: "9x16", film: FilmFields(motion: "./mine.json"),
      files: FileScope(folder: "/a/ü", isConfined: true))
    #expect(FilmOrder(try JSONNode(parsing: order.text)) == order)
    order.film.framesPerSecond = 60
    (order.film.frames, order.film.isReduced) = ("30…59", true)
    (order.film.language, order.film.photo) = ("ja", "a b.jpg")
    (order.now, order.zone) = (When("2026-12-24T18:00"), "Europe/Berlin")
    for work in [FilmPart.Work.segment(2), .whole(["a", "b", "c"])] {
      order.part = FilmPart(work, of: Self.shape)
      #expect(FilmOrder(try JSONNode(parsing: order.text)) == order)
    }
    // Units of older versions have more keys of their job.
    let older: JSONValue = [
      "device": "iphone15", "folder": ".", "confined": false,
      "job": ["motion": "hook", "id": "a", "devices": "iphone15", "output": "{id}.mp4"],
    ]
    #expect(
      FilmOrder(JSONNode(older))
        == FilmOrder(device: "iphone15", film: FilmFields(motion: "hook"), files: FileScope()))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var shape = Self.shape
    shape.inputs = ["/a/beach.jpg": "9f", "/a/ö.json": "00"]
    for shape in [shape, Self.shape] { #expect(FilmShape(JSONNode(shape.json)) == shape) }
    for work in [FilmPart.Work.segment(2), .whole(["a", "b", "c"])] {
      let part = FilmPart(work, of: Self.shape)
      #expect(FilmPart(JSONNode(part.json)) == part)
    }
    // A segment beyond the end of the film, and one file too few.
    #expect(FilmPart(JSONNode(FilmPart(.segment(3), of: Self.shape).json)) == nil)
    #expect(FilmPart(JSONNode(FilmPart(.whole(["a"]), of: Self.shape).json)) == nil)
    // The right number of files, one of which is not a path.
    #expect(FilmPart(JSONNode(["film": Self.shape.json, "files": ["a", "b", 3]])) == nil)
    guard case .object(var damaged) = shape.json else { return #expect(Bool(false)) }
    damaged["inputs"] = ["/a/beach.jpg": 1]
    #expect(FilmShape(JSONNode(.object(damaged))) == nil)
    damaged["inputs"] = ["/a/beach.jpg"]
    #expect(FilmShape(JSONNode(.object(damaged))) == nil)
    for key in ["count", "length", "first"] {
      guard case .object(var members) = Self.shape.json else { return #expect(Bool(false)) }
      for bad in [-1, 1e9, 0.5] {
        members[key] = .number(bad)
        #expect(FilmShape(JSONNode(.object(members))) == nil)
      }
    }
  }

  /// Segments are ordered as capacity allows, and the film once all of them exist.
  @Test func theFilmIsPutTogetherOfAllItsSegments() throws {
    var film = try Film()
    #expect(try parts(film.work.begin(2)) == [.segment(0), .segment(1)])
    #expect(try parts(film.work.hear(done(1))) == [.segment(2)])
    #expect(film.work.done == 1 && film.work.count == 3)
    guard case .wait = film.work.hear(done(2)) else { return #expect(Bool(false)) }
    let files = (0..<3).map(film.place.path)
    let joining = film.work.hear(done(3))
    #expect(try parts(joining) == [.whole(files)])
    guard case .order(let orders) = joining, case .bytes = orders[0].output else {
      return #expect(Bool(false))
    }
    // Only the joining order reads the segments as inputs.
    #expect(orders[0].inputs.files == Set(files + ["/photo"]))
    guard case .whole(let whole) = film.work.hear(done(4)) else { return #expect(Bool(false)) }
    #expect(whole.receipt == #"{"n":4}"# && whole.figures.milliseconds == 40)
  }

  @Test func whatIsThereIsNotOrdered() throws {
    var film = try Film(keeping: [0, 2])
    #expect(film.work.done == 2)
    #expect(try parts(film.work.begin(8)) == [.segment(1)])
    var whole = try Film(keeping: [0, 1, 2])
    guard case .whole? = try parts(whole.work.begin(8)).first else { return #expect(Bool(false)) }
  }

  /// A failed attempt is reported once, after all its orders have ended.
  @Test func aFailureIsToldWhenNothingRuns() throws {
    var film = try Film()
    #expect(try parts(film.work.begin(2)).count == 2)
    let error = RenderError(.workerCrashed, "x")
    guard case .ending = film.work.hear(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    guard case .failed(let told) = film.work.hear(done(2)) else { return #expect(Bool(false)) }
    #expect(told == error && film.work.done == 1)
  }

  @Test func whatWasDamagedIsThrownAway() throws {
    var film = try Film(keeping: [0, 1, 2])
    _ = film.work.begin(2)
    let error = RenderError(.segmentDamaged, "x")
    guard case .failed = film.work.hear(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    #expect(!FileManager.default.fileExists(atPath: film.place.path))
    #expect(ErrorCode.segmentDamaged.errorClass.isRetryable)
  }

  /// A temporary-file cleaner removes one segment; only that segment is rendered again.
  @Test func whatHasVanishedIsMadeAgainAndNothingElse() throws {
    var film = try Film(keeping: [0, 1, 2])
    _ = film.work.begin(2)
    try FileManager.default.removeItem(atPath: film.place.path(of: 1))
    let error = RenderError(.segmentDamaged, "x")
    guard case .failed = film.work.hear(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    #expect((0..<3).map(film.place.has) == [true, false, true])
  }

  /// A farm that shuts down finishes running orders; units taken away are released.
  @Test(arguments: [false, true])
  func nothingIsBegunOfAFilmThatEnds(_ isTaken: Bool) throws {
    var film = try Film()
    _ = film.work.begin(2)
    film.work.stop(isTaken ? .dropped : .withdrawn)
    guard case .ending = film.work.hear(done(1)) else { return #expect(Bool(false)) }
    switch film.work.hear(.withdrawn(OrderID(2), .stopped)) {
    case .withdrawn: #expect(!isTaken)
    case .dropped: #expect(isTaken)
    default: #expect(Bool(false))
    }
  }

  /// A unit can start again before the last order of its previous attempt has ended.
  @Test func aFilmThatIsBegunAgainKeepsItsSegments() throws {
    let folder = try TemporaryFolder()
    let desk = FilmsInWork(folder: folder.file("segments"), workers: 1) { _ in }
    let request = FilmOrder(
      device: "iphone15", film: FilmFields(motion: "hook"), files: FileScope())
    let order = RenderOrder(
      request: request.text, output: .bytes, inputs: OrderInputs(files: ["/photo"]))
    let spec = UnitSpec(id: "a", digest: "1", output: "a.mp4")
    func begin(_ token: Int) throws -> LeasedUnit {
      let unit = LeasedUnit(spec: spec, lease: Lease(unit: "a", token: token), failures: 0)
      let film = OrderedFilm(shape: FilmTests.shape, order: request)
      #expect(try parts(desk.begin(unit, order, film)).count == 2)
      return unit
    }
    func end(_ unit: LeasedUnit) {
      _ = desk.hear(.withdrawn(OrderID(1), .cancelled), of: unit)
      guard case .dropped = desk.hear(.withdrawn(OrderID(2), .cancelled), of: unit) else {
        return #expect(Bool(false))
      }
      #expect(!desk.has(unit.lease))
    }
    let old = try begin(1)
    desk.drop(old.lease)
    let new = try begin(2)
    end(old)
    #expect(folder.names(in: "segments").count == 1 && desk.has(new.lease))
    desk.drop(new.lease)
    end(new)
    #expect(folder.names(in: "segments").isEmpty)
  }

  /// Only segments of units in the queue are kept.
  @Test func segmentsGoWithTheirUnits() throws {
    let folder = try TemporaryFolder()
    let kept = KeptSegments(path: folder.file("segments"))
    let queue = MemoryJobQueue()
    let ids = ["queued", "done", "dead", "cancelled", "changed"]
    let units = ids.map { UnitSpec(id: $0, digest: "1", output: "\($0).mp4") }
    _ = queue.add(units, generation: 1)
    let now = Timestamp(milliseconds: 0)
    let leased = try queue.lease(5, by: "x", until: now.adding(.seconds(60)), now: now)
    for lease in leased.map(\.lease) {
      switch lease.unit {
      case "done": _ = try queue.record([.done(lease, receipt: "{}", milliseconds: 1)])
      case "dead":
        _ = try queue.record([.failed(lease, RenderError(.workerCrashed, "x"), retryAt: nil)])
      default: _ = queue.record([.givenBack(lease)])
      }
    }
    _ = queue.cancel(["cancelled"])
    for unit in units + [UnitSpec(id: "gone", digest: "1", output: "x.mp4")] {
      let film = try kept.make(for: unit)
      try folder.write("x", to: String(film.path(of: 0).dropFirst(folder.path.count + 1)))
      try folder.write(
        "x", to: String(film.path.dropFirst(folder.path.count + 1)) + "/.wallfarm-1.tmp")
    }
    let other = UnitSpec(id: "changed", digest: "2", output: "changed.mp4")
    _ = queue.add([other], generation: 2)
    try kept.sweep(queue)
    let left = units.filter { FileManager.default.fileExists(atPath: kept.film(of: $0).path) }
    #expect(left.map(\.id) == ["queued", "dead"])
    #expect(kept.film(of: units[0]).has(0) && !kept.film(of: units[0]).has(1))
    #expect(folder.names(in: "segments").count == 2)
    for name in folder.names(in: "segments") {
      #expect(folder.names(in: "segments/\(name)") == ["segment-0", "unit.json"])
    }
    _ = queue.cancel(nil)
    _ = queue.purge(.dead)
    try kept.sweep(queue)
    #expect(!folder.names.contains("segments"))
  }
}
