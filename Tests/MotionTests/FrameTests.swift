import BuiltInPlugins
import Designs
import Digests
import Files
import Films
import Graphics
import Motion
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A frame does not depend on the frames drawn before it.
@Suite struct FrameTests {
  /// A film with rotation, fades, blur, counters, words, confetti, a background and three shots.
  private static let text = """
    {"format": 1, "summary": "x", "says": ["x"], "still": 0.9, "reduced": [{"at": 0.9, "seconds": 1}],
     "shots": [
      {"seconds": 1, "picture": {"template": "lock", "notes": ["Buy milk", "Call Ana"], "widgets": false},
       "things": [
         {"name": "card", "place": [0.5, 0.5], "card": {"words": "A card", "badge": "1"}},
         {"name": "ask", "place": [0.5, 0.75], "dialog": {"title": "Really?", "buttons": ["No", "Yes"]}},
         {"name": "tap", "on": "ask.2", "tap": {}},
         {"name": "number", "place": [0.5, 0.2], "text": {"words": "{count}", "size": 90}},
         {"name": "words", "place": [0.5, 0.1], "text": {"words": "One by one"}},
         {"name": "paper", "place": [0.5, 0.9], "confetti": {"count": 40, "seconds": 2}}],
       "tracks": [
         {"of": "note.*", "at": 0.1, "stagger": 0.2, "keys": [{"at": 0, "opacity": 0, "y": 20}, {"at": 0.4, "opacity": 1, "y": 0}]},
         {"of": "card", "keys": [{"at": 0, "x": -300, "rotation": -30, "scale": 0.4}, {"at": 0.8, "x": 0, "rotation": 0, "scale": 1, "ease": "over"}]},
         {"of": "ask", "keys": [{"at": 0, "blur": 6, "opacity": 0.2}, {"at": 0.7, "blur": 0, "opacity": 1}]},
         {"of": "words", "by": "words", "stagger": 0.1, "keys": [{"at": 0, "opacity": 0}, {"at": 0.3, "opacity": 1}]},
         {"of": "number", "keys": [{"at": 0, "count": 3}, {"at": 0.5, "count": 2, "ease": "step"}]}]},
      {"seconds": 0.5, "picture": {"template": "home"}, "transition": {"kind": "push", "seconds": 0.3},
       "tracks": [{"of": "background", "keys": [{"at": 0, "scale": 1}, {"at": 0.5, "scale": 1.1}]}]},
      {"seconds": 0.5, "picture": {"template": "home"}, "transition": {"kind": "fade", "seconds": 0.3}}]}
    """

  private func motion() throws -> Motion {
    let (motion, problems) = MotionLibrary.read(try JSONNode(parsing: Self.text), file: "x.json")
    #expect(problems.isEmpty, "\(problems)")
    return try #require(motion)
  }

  private func drawer(on device: String = "iphone8") throws -> FrameDrawer {
    let motion = try motion()
    return try FrameDrawer(
      motion, MotionTimeline(motion), on: try MotionScreen.named(device), language: nil,
      renderer: try Renderer(
        installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
  }

  private func digest(_ drawer: FrameDrawer, _ time: Double) throws -> String {
    var digest = ""
    try drawer.draw(at: time) { picture, _ in
      digest = picture.withPixels { SHA256.hex(of: Array($0)) }
    }
    return digest
  }

  @Test func anyOrderGivesTheSamePictures() throws {
    let times = (0..<20).map { Double($0) / 10 }
    let one = try drawer()
    let forward = try times.map { try digest(one, $0) }
    let other = try drawer()
    var random = SeededGenerator()
    for index in times.indices.shuffled(using: &random) {
      let digest = try digest(other, times[index])
      #expect(digest == forward[index], "\(times[index]), seed \(random.seed)")
    }
    #expect(Set(forward).count > 15)
  }

  /// Pixels outside the parts that are reported as changed are identical in consecutive frames.
  @Test func changedPartsAreAllThatChanges() throws {
    let drawer = try drawer()
    var before: [UInt8] = []
    var drawn = 0
    for frame in 0..<28 {
      try drawer.draw(at: Double(frame) / 30) { picture, changed in
        let (now, stride) = (picture.withPixels { Array($0) }, picture.stride)
        defer { before = now }
        guard frame > 0 else { return }
        drawn += changed.reduce(0) { $0 + $1.area }
        for y in 0..<picture.size.height {
          let boxes = changed.filter { ($0.top..<$0.bottom).contains(y) }
          let row = y * stride
          guard now[row..<row + stride] != before[row..<row + stride] else { continue }
          for x in 0..<picture.size.width
          where !boxes.contains(where: { ($0.left..<$0.right).contains(x) }) {
            #expect(now[row + x * 4..<row + x * 4 + 4] == before[row + x * 4..<row + x * 4 + 4])
          }
        }
      }
    }
    // On average, at least a tenth of the picture is not redrawn.
    #expect(drawn > 0 && drawn < 27 * 750 * 1334 * 9 / 10)
  }

  /// When one shot slides over another, their backgrounds are compared once per transition, not for
  /// every frame.
  @Test func backgroundsAreComparedOnce() throws {
    let text = """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "lock", "color": "navy", "notes": ["Buy milk"]},
         "tracks": [{"of": "*", "keys": [{"at": 0, "opacity": 0.9}, {"at": 1, "opacity": 1}]}]},
        {"seconds": 1, "picture": {"template": "lock", "color": "navy", "notes": ["Call Ana"]},
         "transition": {"kind": "push", "seconds": 0.8},
         "tracks": [{"of": "*", "keys": [{"at": 0, "opacity": 0.9}, {"at": 1, "opacity": 1}]}]},
        {"seconds": 1, "picture": {"template": "lock", "color": "maroon", "notes": ["Call Ana"]},
         "transition": {"kind": "push", "seconds": 0.8}}]}
      """
    let (motion, _) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let read = try #require(motion)
    let drawer = try FrameDrawer(
      read, MotionTimeline(read), on: try MotionScreen.named("iphone8"), language: nil,
      renderer: try Renderer(installation: Workspace.installation, plugins: .builtIn))
    for (start, comparisons) in [(1.0, 1), (2.0, 2)] {
      var parts: [Int] = []
      for frame in 1..<8 {
        try drawer.draw(at: start + Double(frame) / 10) { picture, changed in
          parts.append(changed.reduce(0) { $0 + $1.area } * 100 / PixelBox(picture.size).area)
        }
      }
      #expect(drawer.grounds.comparisons == comparisons)
      // If the shots share a background, less than 90% of the picture changes; otherwise, at least
      // 90% of it changes.
      #expect(parts.dropFirst().allSatisfy { ($0 < 90) == (start == 1) }, "\(parts)")
    }
  }

  /// If nothing moves, a frame is equal to the output of `render`, except for rounding between
  /// layers.
  @Test func atRestItIsThePicture() throws {
    let drawer = try drawer()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(
      device: "iphone8", notes: [Note("Buy milk"), Note("Call Ana")])
    request.widgets = false
    let drawn = try renderer.draw(request)
    let text = """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0.8, "reduced": [{"at": 0.8, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "lock", "notes": ["Buy milk", "Call Ana"], "widgets": false},
         "tracks": [{"of": "note.*", "keys": [{"at": 0, "x": -50}, {"at": 0.5, "x": 0}]}]}]}
      """
    let (motion, _) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let read = try #require(motion)
    let own = try FrameDrawer(
      read, MotionTimeline(read), on: drawer.device, language: nil, renderer: renderer)
    var most = 0
    try own.draw(at: 0.8) { picture, _ in
      let (one, other) = (
        picture.withPixels { Array($0) }, drawn.picture.surface.withPixels { Array($0) }
      )
      #expect(one.count == other.count)
      for (first, second) in zip(one, other) { most = max(most, abs(Int(first) - Int(second))) }
    }
    #expect(most <= 2)
  }

  /// Shadows for legibility appear together with their text.
  @Test func whatHelpsTextComesWithIt() throws {
    let motion = try MotionLibrary(folder: Workspace.installation.motions).motion("reveal")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let device = try MotionScreen.named("iphone15")
    let maker = StageMaker(motion, on: device, language: "en", renderer: renderer)
    let parts = try maker.composed(0, settings: [], at: 0)
    // Text on a photo with light and dark parts has shadows for legibility.
    #expect(!parts.aids.isEmpty)
    let drawer = try FrameDrawer(
      motion, MotionTimeline(motion), on: device, language: "en", renderer: renderer)
    let drawn = try renderer.draw(maker.request(motion.shots[0].picture, on: device))
    var (before, after) = (0, 0)
    try drawer.draw(at: 0.2) { picture, _ in before = picture.most(drawn.picture.surface) }
    try drawer.draw(at: 4.95) { picture, _ in after = picture.most(drawn.picture.surface) }
    #expect(before > 60 && after <= 4, "\(before), \(after)")
  }

  /// A legibility aid is not a separate layer, so it is not counted by a pattern that selects all
  /// layers.
  @Test func whatHelpsTextGoesWithItAlone() throws {
    let text = """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 2, "picture": {}, "tracks": [
         {"of": "*", "stagger": 1, "keys": [{"at": 0, "x": 0}, {"at": 1, "x": 10, "ease": "linear"}]}]}]}
      """
    let (motion, _) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let flight = ConfettiFlight(
      MotionThing.Confetti(), from: Point(x: 0, y: 0), width: 10, height: 10)
    func slot(_ name: String, helps: String? = nil, helped: [Int] = []) -> ShotStage.Slot {
      ShotStage.Slot(
        name: name, content: .confetti(flight, []), middle: Point(x: 0, y: 0), parent: nil,
        helps: helps, helped: helped)
    }
    let stage = ShotStage(
      base: try ImageSurface(size: PixelSize(width: 10, height: 10)), isGroundAlone: false,
      ground: nil, slots: [slot("", helps: "a", helped: [1]), slot("a"), slot("b")], unit: 1,
      warnings: [])
    let poses = stage.poses(MotionTimeline(try #require(motion)), in: .init(shot: 0, time: 1))
    #expect(poses.map(\.x) == [10, 10, 0])
  }

  @Test func aLayerThatIsNotThereIsNamed() throws {
    let text = Self.text.replacing("\"of\": \"note.*\"", with: "\"of\": \"nota.1\"")
    let (motion, _) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let read = try #require(motion)
    let drawer = try FrameDrawer(
      read, MotionTimeline(read), on: try MotionScreen.named("iphone8"), language: nil,
      renderer: try Renderer(installation: Workspace.installation, plugins: .builtIn))
    let error = try #require(throws: RenderError.self) { try drawer.draw(at: 0) { _, _ in } }
    #expect(error.code == .invalidValue && error.hint?.contains("'note.1'") == true)
    #expect(error.origin?.file == "x.json")
  }

  /// A layer that cannot be divided into words moves as a whole and is not dropped.
  @Test func nothingIsLeftOutWhereWordsMove() throws {
    let (byWords, byLayers) = (try laid(by: "words"), try laid(by: "layers"))
    #expect(byWords.names == byLayers.names && byWords.names.count > 1)
    #expect(byWords.width == byLayers.width)
  }

  /// Returns the names of all layers and the width of the text that contains a number, in a shot in
  /// which one track moves all layers.
  private func laid(by division: String) throws -> (names: Set<String>, width: Int) {
    let text = """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "lock", "notes": ["Buy milk"], "widgets": false},
         "things": [{"name": "number", "text": {"words": "{count} days left"}}],
         "tracks": [{"of": "*", "by": "\(division)", "keys": [{"at": 0, "x": 1}]}]}]}
      """
    let (motion, _) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    let maker = StageMaker(
      try #require(motion), on: try MotionScreen.named("iphone8"), language: nil,
      renderer: try Renderer(installation: Workspace.installation, plugins: .builtIn))
    let stage = try maker.stage(of: 0, maker.composed(0, settings: [], at: 0))
    guard case .counted(let number)? = stage.slots.last?.content else {
      throw RenderError(.invalidValue, "the number is not there")
    }
    let sprite = try #require(try maker.sprite(of: number, count: 3, in: 0)).sprite
    return (Set(stage.names), sprite.width)
  }

  /// The state of the confetti depends only on the time; no piece is visible at the start or after
  /// the end.
  @Test func confettiIsAFunctionOfTime() {
    let flight = ConfettiFlight(
      MotionThing.Confetti(), from: Point(x: 500, y: 900), width: 1000, height: 1000)
    let places = (0..<flight.count).compactMap { flight.piece($0, at: 0.6) }
    #expect(places.count > 100)
    #expect(places.contains { $0.x < 400 } && places.contains { $0.x > 600 })
    #expect(places.contains { $0.y < 500 })
    #expect((0..<flight.count).allSatisfy { flight.piece($0, at: 0) == nil })
    #expect((0..<flight.count).allSatisfy { flight.piece($0, at: 4) == nil })
    #expect(Set(places.map(\.color)).count == 6)
  }
}

extension ImageSurface {
  /// The maximum difference in any channel between two pictures.
  fileprivate borrowing func most(_ other: borrowing ImageSurface) -> Int {
    let (one, there) = (withPixels { Array($0) }, other.withPixels { Array($0) })
    return zip(one, there).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}
