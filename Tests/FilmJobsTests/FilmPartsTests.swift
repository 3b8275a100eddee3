import Files
import FilmJobs
import Films
import RenderFarm
import Requests
import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests the JSON of a film and of its parts.
@Suite struct FilmPartsTests {
  private static let shape = FilmShape(
    digest: "d", motion: "m", format: .mp4, frames: 10..<75, segmentLength: 30, encoder: "e")
  private static let order: FilmOrder = {
    var order = FilmOrder(
      device: "9x16", film: FilmFields(motion: "./mine.json"),
      files: FileScope(folder: "/a/ü", isConfined: true))
    order.shape = shape.json
    return order
  }()

  @Test func segmentsAreSecondsFromTheFirstPictureOn() {
    #expect(Self.shape.segments == [10..<40, 40..<70, 70..<75])
  }

  @Test func theOrderOfAPartIsReadAgain() throws {
    var order = Self.order
    order.film.framesPerSecond = 60
    (order.film.frames, order.film.isReduced) = ("30…59", true)
    (order.film.language, order.film.photo) = ("ja", "a b.jpg")
    (order.now, order.zone) = (When("2026-12-24T18:00"), "Europe/Berlin")
    for order in [order, Self.order] {
      let film = try FilmParts(order)
      #expect(film.order == order && film.shape == Self.shape && film.count == 3)
      for work in [FilmPart.Work.segment(2), .whole(["a", "b", "c"])] {
        let part = try FilmPart(try JSONNode(parsing: film.request(work)))
        #expect(part.film == film && part.work == work)
      }
    }
    // A unit that an earlier version wrote contains more of the keys of its job.
    let older: JSONValue = [
      "device": "iphone15", "folder": ".", "confined": false,
      "job": ["motion": "hook", "id": "a", "devices": "iphone15", "output": "{id}.mp4"],
    ]
    #expect(
      FilmOrder(JSONNode(older))
        == FilmOrder(device: "iphone15", film: FilmFields(motion: "hook"), files: FileScope()))
  }

  /// Rejects a segment beyond the end of the film, a list with a missing file, and an entry that is
  /// not a path.
  @Test(
    arguments: [
      ("segment", 3), ("files", ["a", "b"]), ("files", ["a", "b", 3]),
    ] as [(String, JSONValue)])
  func aPartThatTheFilmDoesNotHaveIsRefused(_ key: String, _ value: JSONValue) {
    var members = Self.order.members
    members[key] = value
    let error = #expect(throws: RenderError.self) { try FilmPart(JSONNode(.object(members))) }
    #expect(error?.code == .payloadDamaged)
  }

  @Test func aShapeIsReadAgainUnlessItIsDamaged() throws {
    var shape = Self.shape
    shape.inputs = ["/a/beach.jpg": "9f", "/a/ö.json": "00"]
    for shape in [shape, Self.shape] { #expect(FilmShape(shape.json) == shape) }
    guard case .object(let members) = shape.json else { return #expect(Bool(false)) }
    var damaged: [(String, JSONValue)] = [
      ("inputs", ["/a/beach.jpg": 1]), ("inputs", ["/a/beach.jpg"]), ("format", "gif"),
    ]
    for key in ["count", "length", "first"] {
      for number in [-1, 1e9, 0.5] { damaged.append((key, .number(number))) }
    }
    for (key, value) in damaged {
      #expect(FilmShape(.object(members.merging([key: value]) { $1 })) == nil, "\(key) \(value)")
    }
  }
}
