import Foundation
import RenderFarm
import RenderPool
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests a unit that is divided into parts; each part can be rendered by any worker.
@Suite struct UnitInPartsTests {
  private static let parts = NamedParts(name: "hook", count: 3)
  private static let order = RenderOrder(
    request: "{}", output: .bytes, inputs: OrderInputs(files: ["/photo"]))

  private struct Film {
    let folder: TemporaryFolder
    let place: PartFolders.Folder
    var work: UnitInParts

    init(keeping kept: [Int] = []) throws {
      folder = try TemporaryFolder()
      place = PartFolders.Folder(path: folder.path)
      for segment in kept { try folder.write("x", to: "segment-\(segment)") }
      work = UnitInParts(order, parts, in: place)
    }
  }

  private func done(_ number: Int) -> PoolEvent {
    var figures = WorkerFigures()
    figures.milliseconds = 10
    return .done(
      OrderID(number), RenderedOrder(receipt: "{\"n\":\(number)}", figures: figures, bytes: nil))
  }

  /// Returns the parts that a step orders: their numbers, or `whole`.
  private func ordered(_ step: UnitInParts.Step) throws -> [String] {
    guard case .order(let orders) = step else {
      Issue.record("\(step)")
      return []
    }
    return try orders.map { order in
      let id = try #require(try JSONNode(parsing: order.request)["id"]?.string)
      return String(id.trimmingPrefix("hook-"))
    }
  }

  /// Segments are ordered as capacity allows, and the film is ordered once all segments exist.
  @Test func theFilmIsPutTogetherOfAllItsSegments() throws {
    var film = try Film()
    #expect(try ordered(film.work.begin(2)) == ["0", "1"])
    #expect(try ordered(film.work.handle(done(1))) == ["2"])
    #expect(film.work.progress == "1 of 3 seconds")
    guard case .wait = film.work.handle(done(2)) else { return #expect(Bool(false)) }
    let files = (0..<3).map(film.place.path)
    let joining = film.work.handle(done(3))
    #expect(try ordered(joining) == ["whole"])
    guard case .order(let orders) = joining, case .bytes = orders[0].output else {
      return #expect(Bool(false))
    }
    // Only the order that joins the segments reads them as inputs.
    #expect(orders[0].inputs.files == Set(files + ["/photo"]))
    guard case .whole(let whole) = film.work.handle(done(4)) else { return #expect(Bool(false)) }
    #expect(whole.receipt == #"{"n":4}"# && whole.figures.milliseconds == 40)
  }

  @Test func whatIsThereIsNotOrdered() throws {
    var film = try Film(keeping: [0, 2])
    #expect(film.work.done == 2)
    #expect(try ordered(film.work.begin(8)) == ["1"])
    var whole = try Film(keeping: [0, 1, 2])
    #expect(try ordered(whole.work.begin(8)) == ["whole"])
  }

  /// A failed attempt is reported once, after all its orders have ended.
  @Test func aFailureIsToldWhenNothingRuns() throws {
    var film = try Film()
    #expect(try ordered(film.work.begin(2)).count == 2)
    let error = RenderError(.workerCrashed, "x")
    guard case .ending = film.work.handle(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    guard case .failed(let told) = film.work.handle(done(2)) else { return #expect(Bool(false)) }
    #expect(told == error && film.work.done == 1)
  }

  @Test func whatWasDamagedIsThrownAway() throws {
    var film = try Film(keeping: [0, 1, 2])
    _ = film.work.begin(2)
    let error = RenderError(.segmentDamaged, "x")
    guard case .failed = film.work.handle(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    #expect(!FileManager.default.fileExists(atPath: film.place.path))
    #expect(ErrorCode.segmentDamaged.errorClass.isRetryable)
  }

  /// If a temporary-file cleaner removes one segment, only that segment is rendered again.
  @Test func whatHasVanishedIsMadeAgainAndNothingElse() throws {
    var film = try Film(keeping: [0, 1, 2])
    _ = film.work.begin(2)
    try FileManager.default.removeItem(atPath: film.place.path(of: 1))
    let error = RenderError(.segmentDamaged, "x")
    guard case .failed = film.work.handle(.failed(OrderID(1), error)) else {
      return #expect(Bool(false))
    }
    #expect((0..<3).map(film.place.has) == [true, false, true])
  }

  /// After a stop, no new orders start; once all running orders have ended, the unit is withdrawn
  /// or dropped.
  ///
  /// It is dropped if it was taken away from this supervisor.
  @Test(arguments: [false, true])
  func nothingIsBegunOfAFilmThatEnds(_ isTaken: Bool) throws {
    var film = try Film()
    _ = film.work.begin(2)
    film.work.stop(isTaken ? .dropped : .withdrawn)
    guard case .ending = film.work.handle(done(1)) else { return #expect(Bool(false)) }
    switch film.work.handle(.withdrawn(OrderID(2), .stopped)) {
    case .withdrawn: #expect(!isTaken)
    case .dropped: #expect(isTaken)
    default: #expect(Bool(false))
    }
  }

  /// A unit can start again before the last order of its previous attempt has ended.
  @Test func aFilmThatIsBegunAgainKeepsItsSegments() throws {
    let folder = try TemporaryFolder()
    var settings = FarmSettings(pool: PoolSettings(command: [], workers: 1), out: folder.path)
    settings.partsFolder = folder.file("segments")
    let desk = PartedUnits(settings) { _ in }
    let spec = UnitSpec(id: "a", digest: "1", output: "a.mp4")
    func begin(_ token: Int) throws -> LeasedUnit {
      let unit = LeasedUnit(spec: spec, lease: Lease(unit: "a", token: token), failures: 0)
      #expect(try ordered(desk.begin(unit, Self.order, Self.parts)).count == 2)
      return unit
    }
    func end(_ unit: LeasedUnit) {
      _ = desk.handle(.withdrawn(OrderID(1), .cancelled), of: unit)
      guard case .dropped = desk.handle(.withdrawn(OrderID(2), .cancelled), of: unit) else {
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

  /// Segments are kept only for queued and dead units that have not changed.
  @Test func segmentsGoWithTheirUnits() throws {
    let folder = try TemporaryFolder()
    let kept = PartFolders(path: folder.file("segments"))
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
      let place = String(try kept.make(for: unit).path.dropFirst(folder.path.count + 1))
      for name in ["segment-0", ".wallfarm-1.tmp"] { try folder.write("x", to: "\(place)/\(name)") }
    }
    let other = UnitSpec(id: "changed", digest: "2", output: "changed.mp4")
    _ = queue.add([other], generation: 2)
    try kept.sweep(queue)
    let left = units.filter { FileManager.default.fileExists(atPath: kept.folder(of: $0).path) }
    #expect(left.map(\.id) == ["queued", "dead"])
    #expect(kept.folder(of: units[0]).has(0) && !kept.folder(of: units[0]).has(1))
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

/// Parts whose requests contain the name of the unit and the number of the part, or `whole`.
struct NamedParts: UnitParts {
  let name: String
  let count: Int
  var noun: String { "seconds" }

  func request(for part: Int) -> String { #"{"id":"\#(name)-\#(part)"}"# }
  func request(joining files: [String]) -> String { #"{"id":"\#(name)-whole"}"# }
}
