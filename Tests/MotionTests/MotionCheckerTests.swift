import BuiltInPlugins
import Designs
import Files
import Motion
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Errors that can be detected only in composed pictures are found by `check` and by the rendering
/// of a film.
@Suite struct MotionCheckerTests {
  /// A motion file with a two-second shot on a dark sky, by default with a still at 1.5 s.
  private static func file(
    _ things: String, tracks: String = "", picture: String = #"{"template": "home"}"#,
    still: Double = 1.5
  ) -> String {
    """
    {"format": 1, "summary": "x", "says": ["x"], "still": \(still), "reduced": [{"at": 1.5, "seconds": 1}],
     "shots": [{"seconds": 2, "picture": \(picture), "things": [\(things)], "tracks": [\(tracks)]}]}
    """
  }

  private static func text(_ place: String, _ more: String = "") -> String {
    #"{"name": "title", "place": \#(place), "text": {"words": "Two words"\#(more)}}"#
  }

  private static func shape(_ place: String) -> String {
    ##"{"name": "shape", "place": \##(place), "width": 0.9, "shape": {"fill": "#fff"}}"##
  }

  private static func fly(_ name: String, _ keys: String) -> String {
    #"{"of": "\#(name)", "keys": [\#(keys)]}"#
  }

  private static let lock = #"{"template": "lock", "notes": ["Buy milk"], "widgets": false}"#

  /// An expected error, and the name that its message quotes.
  private struct Mistake {
    let code: ErrorCode
    let name: String
  }

  private static func wrong(_ code: ErrorCode, _ name: String) -> Mistake? {
    Mistake(code: code, name: name)
  }

  private static func outside(_ name: String) -> Mistake? { wrong(.filmTextOutside, name) }

  private static func unreadable(_ name: String) -> Mistake? { wrong(.filmTextUnreadable, name) }

  /// The title, the file, and the expected error, or `nil` if no error is expected.
  private static let cases: [(String, String, Mistake?)] = [
    ("in the middle", file(text("[0.5, 0.5]")), nil),
    ("at the edge", file(text("[0.05, 0.5]")), outside("title")),
    (
      "comes to the edge",
      file(text("[0.5, 0.5]"), tracks: fly("title", #"{"at": 0, "x": 0}, {"at": 1, "x": 200}"#)),
      outside("title")
    ),
    (
      "comes from outside",
      file(text("[0.5, 0.5]"), tracks: fly("title", #"{"at": 0, "x": -900}, {"at": 1, "x": 0}"#)),
      nil
    ),
    (
      "held on its way",
      file(
        text("[0.5, 0.5]"),
        tracks: fly("title", #"{"at": 0, "x": -200}, {"at": 1.5, "x": 0, "ease": "linear"}"#),
        still: 0.2), outside("title")
    ),
    (
      "its card comes to the edge",
      file(
        shape("[0.5, 0.5]") + ","
          + ##"{"name": "a", "with": "shape", "text": {"words": "Hi", "color": "#000"}}"##,
        tracks: fly("shape", #"{"at": 0, "x": 0}, {"at": 1, "x": 212}"#)),
      outside("a")
    ),
    (
      "a note is moved away",
      file("", tracks: fly("note.1", #"{"at": 0, "x": 0}, {"at": 1, "x": 250}"#), picture: lock),
      outside("note.1")
    ),
    (
      "like the sky", file(text("[0.5, 0.5]", ##", "color": "#101a4a""##)),
      unreadable("title")
    ),
    (
      "on a white shape", file(shape("[0.5, 0.5]") + "," + text("[0.5, 0.5]")),
      unreadable("title")
    ),
    (
      "a white shape comes",
      file(
        shape("[0.5, 0.5]") + "," + text("[0.5, 0.5]"),
        tracks: fly("shape", #"{"at": 0, "y": 1500}, {"at": 1, "y": 0}"#)),
      unreadable("title")
    ),
    (
      "a white shape passes by",
      file(
        shape("[0.5, 0.5]") + "," + text("[0.5, 0.5]"),
        tracks: fly(
          "shape",
          #"{"at": 0, "y": 1500}, {"at": 1.2, "y": -1500, "ease": "linear"}"#)), nil
    ),
    (
      "seen through its card",
      file(
        ##"{"name": "card", "card": {"words": "Two words", "color": "#000", "fill": "#ffffff28"}}"##
      ), unreadable("card")
    ),
    (
      "fades and stays",
      file(text("[0.5, 0.5]"), tracks: fly("title", #"{"at": 0, "opacity": 0.3}"#)),
      unreadable("title")
    ),
    (
      "a note is moved onto a shape",
      file(
        shape("[0.5, 0.9]"), tracks: fly("note.1", #"{"at": 0, "y": 0}, {"at": 1, "y": 20}"#),
        picture: lock), nil
    ),
    (
      "a number that is too dark once",
      file(
        shape("[0.5, 0.5]") + ","
          + #"{"name": "number", "text": {"words": "{count}", "size": 90}}"#,
        tracks: fly("number", #"{"at": 0, "count": 3, "opacity": 1}"#)), unreadable("number")
    ),
    (
      "a layer that is not there",
      file("", tracks: fly("nota.1", #"{"at": 0, "x": 1}"#), picture: lock),
      wrong(.invalidValue, "nota.1")
    ),
    (
      "a setting that is not there",
      file("", tracks: #"{"set": "gloww-x", "keys": [{"at": 0, "value": 1}]}"#),
      wrong(.unknownParameter, "gloww-x")
    ),
    (
      "a template that is not there", file("", picture: #"{"template": "hom"}"#),
      wrong(.unknownTemplate, "hom")
    ),
  ]

  private func motion(_ text: String) throws -> Motion {
    let (motion, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "mine.json")
    #expect(problems.isEmpty, "\(problems)")
    return try #require(motion)
  }

  private static func checker() throws -> MotionChecker {
    try MotionChecker(installation: Workspace.installation, plugins: .builtIn)
  }

  @Test(arguments: cases.indices)
  func whatPicturesShowIsFound(_ index: Int) throws {
    let (title, text, mistake) = Self.cases[index]
    let found = try Self.checker().problems(in: try motion(text))
    guard let mistake else {
      #expect(found.isEmpty, "\(title): \(found)")
      return
    }
    try #require(found.map(\.code) == [mistake.code], "\(title): \(found)")
    #expect(found[0].message.contains("'\(mistake.name)'"), "\(title): \(found)")
    #expect(found[0].origin?.file == "mine.json" && found[0].origin?.line != nil, "\(title)")
    // Rendering the film fails with the same error.
    let motion = try motion(text)
    let drawer = try FrameDrawer(
      motion, MotionTimeline(motion), on: try MotionScreen.named("iphone15"), language: nil,
      renderer: try Renderer(
        installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
    let error = #expect(throws: RenderError.self) { try drawer.draw(at: 2) { _, _ in } }
    #expect(error == found[0], "\(title)")
  }

  /// The title of a case, and the start of the expected message.
  @Test(arguments: [
    (
      "comes to the edge",
      "the text of 'title' extends beyond the screen of iphone15 while it is at rest (at 1 s)"
    ),
    (
      "on a white shape",
      "the text of 'title' has a contrast of 1:1 against its background at 0 s on iphone15; the minimum is 3:1"
    ),
    (
      "a white shape comes",
      "the text of 'title' has a contrast of 1:1 against its background at 1 s"
    ),
    ("a layer that is not there", "the shot has no layer 'nota.1'"),
  ])
  func messagesSayWhatAndWhen(_ title: String, _ sentence: String) throws {
    let text = try #require(Self.cases.first(where: { $0.0 == title })).1
    let found = try Self.checker().problems(in: try motion(text))
    #expect(found.first?.message.hasPrefix(sentence) == true, "\(found)")
  }

  /// Every error is reported at its own position.
  @Test func everyNameIsTold() throws {
    let text = Self.file(
      "",
      tracks: Self.fly("nota.1", #"{"at": 0, "x": 1}"#) + ",\n"
        + #"{"of": ["note.*", "mesage"], "keys": [{"at": 0, "x": 1}]}"#, picture: Self.lock)
    let found = try Self.checker().problems(in: try motion(text))
    #expect(found.map(\.code) == [.invalidValue, .invalidValue])
    #expect(zip(found, ["nota.1", "mesage"]).allSatisfy { $0.message.contains("'\($1)'") })
    #expect(found.first?.hint == "did you mean 'note.1'?")
    #expect(Set(found.compactMap(\.origin?.line)).count == 2)
  }

  @Test(arguments: MotionLibrary(folder: Workspace.installation.motions).names)
  func theShippedHaveNone(_ name: String) throws {
    let library = MotionLibrary(folder: Workspace.installation.motions)
    #expect(try Self.checker().problems(in: try library.motion(name)) == [])
  }

  /// The number of legibility checks is limited, and every letter is checked at least once.
  @Test(arguments: [(1, 200, 1), (30, 200, 9), (60, 261, 40), (12_000, 261, 1), (12_000, 261, 40)])
  func looksAreBounded(_ letters: Int, _ moments: Int, _ shots: Int) {
    let rests = (0..<moments).map { MotionTimeline.Rest(time: Double($0), isHeld: $0 > 200) }
    let (chosen, step) = StageInspector.spread(rests, over: letters, shots: shots)
    let looks = (0..<chosen.count).reduce(0) { sum, number in
      sum + (0..<letters).count { ($0 + number) % step == 0 }
    }
    let most = StageInspector.mostLooks / shots
    // Rounding can add one check for each chosen time.
    #expect(looks <= most * 2 + chosen.count, "\(looks)")
    #expect(chosen.count >= min(moments, 8) && Set(chosen).count == chosen.count)
    // Stills are checked first.
    let held = rests.count(where: \.isHeld)
    #expect(chosen.count(where: \.isHeld) == min(held, chosen.count))
    if letters * moments <= most { #expect(chosen == rests && step == 1) }
    if chosen.count >= step {
      #expect(
        (0..<letters).allSatisfy { letter in
          chosen.indices.contains { (letter + $0) % step == 0 }
        })
    }
  }

  /// Checking 12,000 words that never stop moving takes little longer than checking a few.
  @Test func aHostileFilmIsLookedAtInTime() throws {
    let things = (0..<60).map { number in
      let words = [String](repeating: "a", count: 200).joined(separator: " ")
      return
        ##"{"name": "t\##(number)", "place": [0.5, \##(0.05 + Double(number) * 0.015)], "text": {"words": "\##(words)", "size": 8, "color": "#fff"}}"##
    }
    let keys = (0..<60).map { #"{"at": \#(Double($0) / 40), "x": \#($0 % 7)}"# }
    let tracks = (0..<60).map {
      #"{"of": "t\#($0)", "by": "words", "stagger": 0.01, "keys": [\#(keys.joined(separator: ","))]}"#
    }
    let text = Self.file(
      things.joined(separator: ","), tracks: tracks.joined(separator: ","),
      picture: ##"{"color": "#101020", "notes": ["x"]}"##)
    // Before there was a limit, this took minutes.
    let found = try Self.checker().problems(in: try motion(text))
    // Most of the sixty texts overlap the previous one.
    #expect(found.count > 40 && Set(found.map(\.code)) == [.filmTextUnreadable], "\(found)")
  }
}
