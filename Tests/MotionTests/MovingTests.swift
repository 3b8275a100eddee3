import BuiltInPlugins
import Designs
import Digests
import Films
import Graphics
import Motion
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Animated backgrounds, and transitions between shots.
@Suite struct MovingTests {
  private static func renderer() throws -> Renderer {
    try Renderer(
      installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog)
  }

  private func drawer(_ shots: String, language: String = "en") throws -> FrameDrawer {
    let text = """
      {"format": 1, "summary": "x", "texts": {"en": {"a": "A"}, "ar": {"a": "أهلا"}}, "says": ["$a"],
       "still": 0, "reduced": [{"at": 0, "seconds": 1}], "shots": [\(shots)]}
      """
    let (motion, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    #expect(problems.isEmpty, "\(problems)")
    let read = try #require(motion)
    return try FrameDrawer(
      read, MotionTimeline(read), on: try MotionScreen.named("iphone8"), language: language,
      renderer: try Self.renderer())
  }

  private func bytes(_ drawer: FrameDrawer, _ time: Double) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try drawer.draw(at: time) { picture, _ in bytes = picture.withPixels { Array($0) } }
    return bytes
  }

  private static let drifting = """
    {"seconds": 1, "picture": {"template": "lock", "notes": ["Buy milk"], "widgets": false, "set": {"drift": 30}},
     "things": [{"name": "card", "place": [0.5, 0.7], "card": {"words": "A card"}}],
     "tracks": [{"of": "card", "keys": [{"at": 0, "x": -400}, {"at": 0.5, "x": 0}]}]},
    {"seconds": 1, "picture": {"template": "home", "set": {"drift": 30}}, "transition": {"kind": "rise", "seconds": 0.4}}
    """

  /// Things that are placed below one another have equal gaps, and the first thing's position is
  /// the middle of the column.
  @Test func aColumnIsAroundItsPlace() throws {
    let shot = """
      {"seconds": 1, "picture": {"template": "home"}, "things": [
        {"name": "a", "place": [0.5, 0.4], "shape": {"ratio": 0.4}},
        {"name": "b", "below": "a", "shape": {"ratio": 0.1}},
        {"name": "c", "below": "b", "shape": {"ratio": 0.7}}]}
      """
    let text = """
      {"format": 1, "summary": "x", "texts": {"en": {"a": "A"}}, "says": ["$a"], "still": 0,
       "reduced": [{"at": 0, "seconds": 1}], "shots": [\(shot)]}
      """
    let read = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let motion = try #require(read.0, "\(read.1)")
    // The screen has 375 × 667 points, at two pixels per point.
    let maker = StageMaker(
      motion, on: try MotionScreen.named("iphone8"), language: "en", renderer: try Self.renderer())
    let stage = try maker.stage(of: 0, maker.composed(0, settings: [], at: 0))
    let edges = stage.slots.compactMap { slot -> (top: Double, bottom: Double)? in
      guard case .sprite(let sprite) = slot.content else { return nil }
      // A sprite has a transparent border of one pixel.
      return (Double(sprite.top + 1), Double(sprite.top + sprite.height - 1))
    }
    #expect(edges.count == 3)
    for (above, below) in zip(edges, edges.dropFirst()) {
      let gap: Double = below.top - above.bottom
      #expect(abs(gap - 14 * stage.unit) < 2, "\(edges)")
    }
    let (first, last) = (try #require(edges.first), try #require(edges.last))
    let middle: Double = (first.top + last.bottom) / 2
    #expect(abs(middle - 0.4 * 1334) < 2, "\(edges)")
  }

  /// A drifting sky depends only on the time, not on the frames drawn before.
  @Test func aDriftingSkyIsTheSameInAnyOrder() throws {
    let times = (0..<12).map { Double($0) / 6 }
    let one = try drawer(Self.drifting)
    let forward = try times.map { SHA256.hex(of: try bytes(one, $0)) }
    let other = try drawer(Self.drifting)
    for index in times.indices.reversed() {
      #expect(SHA256.hex(of: try bytes(other, times[index])) == forward[index], "\(times[index])")
    }
    #expect(Set(forward).count == times.count)
  }

  /// Caching a background between frames changes no pixel.
  @Test func aDriftingSkyIsWhatThePluginDraws() throws {
    let drawer = try drawer(
      #"{"seconds": 9, "picture": {"template": "home", "set": {"drift": 30}}}"#)
    let renderer = try Self.renderer()
    for time in [0.0, 0.1, 4.2] {
      var request = RenderRequest(template: "home", device: "iphone8")
      request.settings = [Setting(key: "drift", value: "30")]
      request.filmTime = time
      let drawn = try renderer.draw(request).picture.surface.withPixels { Array($0) }
      #expect(try bytes(drawer, time) == drawn, "\(time)")
    }
  }

  /// In consecutive frames, even during transitions, rows are identical if they contain no part
  /// that is reported as changed.
  @Test func changedPartsAreAllThatChanges() throws {
    let drawer = try drawer(
      #"{"seconds": 1, "picture": {"template": "home"}, "things": [{"name": "a", "text": {"words": "One"}}]},"#
        + #"{"seconds": 1, "picture": {"template": "home"}, "things": [{"name": "b", "text": {"words": "Two"}}],"#
        + #" "transition": {"kind": "push", "seconds": 0.5}}"#)
    var before: [UInt8] = []
    var parts = 0
    for frame in 25..<50 {
      try drawer.draw(at: Double(frame) / 30) { picture, changed in
        let (now, stride) = (picture.withPixels { Array($0) }, picture.stride)
        defer { before = now }
        guard frame > 25 else { return }
        if changed.reduce(0, { $0 + $1.area }) < picture.size.width * picture.size.height {
          parts += 1
        }
        for y in 0..<picture.size.height
        where !changed.contains(where: { ($0.top..<$0.bottom).contains(y) }) {
          let row = y * stride
          #expect(now[row..<row + stride] == before[row..<row + stride], "\(frame): \(y)")
        }
      }
    }
    #expect(parts > 15)
  }

  /// A shot enters from the side where lines end; the shared background stays in place.
  @Test(arguments: [("en", 0.75, 0.25), ("ar", 0.25, 0.75)])
  func aShotPushesFromWhereLinesEnd(_ language: String, _ there: Double, _ notThere: Double) throws
  {
    let shape = ##"{"name": "s", "width": 0.3, "shape": {"outline": "rectangle", "fill": "#f00"}}"##
    let push = #""transition": {"kind": "push", "seconds": 1, "ease": "linear"}"#
    for (theme, isShared) in [("midnight", true), ("paper", false)] {
      let drawer = try drawer(
        #"{"seconds": 1, "picture": {"template": "home", "theme": "\#(theme)"}},"#
          + #"{"seconds": 2, "picture": {"template": "home"}, "things": [\#(shape)], \#(push)}"#,
        language: language)
      let (first, half) = (try bytes(drawer, 0.5), try bytes(drawer, 1.75))
      let (width, height) = (750, 1334)
      func pixel(_ bytes: [UInt8], _ x: Double, _ y: Double) -> [UInt8] {
        let place = (Int(y * Double(height)) * width + Int(x * Double(width))) * 4
        return Array(bytes[place..<place + 3])
      }
      #expect(pixel(half, there, 0.5) == [0, 0, 255], "\(theme)")
      #expect(pixel(half, notThere, 0.5) != [0, 0, 255], "\(theme)")
      // If the background is shared, the part of the picture that shows only the sky is unchanged.
      let rows = 0..<height / 4 * width * 4
      #expect((half[rows] == first[rows]) == isShared, "\(theme)")
    }
  }
}
