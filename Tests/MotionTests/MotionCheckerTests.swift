import BuiltInPlugins
import Designs
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import Motion

/// What shows only once pictures are composed is found by `check`, and when a film is made.
@Suite struct MotionCheckerTests {
  /// A shot of two seconds, seen still after one and a half, on a dark sky.
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

  /// Title, file, and what is said of it; nil: nothing is wrong.
  private static let cases: [(String, String, String?)] = [
    ("in the middle", file(text("[0.5, 0.5]")), nil),
    ("at the edge", file(text("[0.05, 0.5]")), "letters of 'title' reach beyond the edge"),
    (
      "comes to the edge",
      file(text("[0.5, 0.5]"), tracks: fly("title", #"{"at": 0, "x": 0}, {"at": 1, "x": 200}"#)),
      "letters of 'title' reach beyond the edge of the screen of iphone15, where they stand still at 1"
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
        still: 0.2), "letters of 'title' reach beyond the edge"
    ),
    (
      "its card comes to the edge",
      file(
        shape("[0.5, 0.5]") + ","
          + ##"{"name": "a", "with": "shape", "text": {"words": "Hi", "color": "#000"}}"##,
        tracks: fly("shape", #"{"at": 0, "x": 0}, {"at": 1, "x": 212}"#)),
      "letters of 'a' reach beyond the edge"
    ),
    (
      "a note is moved away",
      file("", tracks: fly("note.1", #"{"at": 0, "x": 0}, {"at": 1, "x": 250}"#), picture: lock),
      "letters of 'note.1' reach beyond the edge"
    ),
    (
      "like the sky", file(text("[0.5, 0.5]", ##", "color": "#101a4a""##)),
      "letters of 'title' have"
    ),
    (
      "on a white shape", file(shape("[0.5, 0.5]") + "," + text("[0.5, 0.5]")),
      "letters of 'title' have a contrast of 1 : 1 with what is behind them at 0 s on iphone15, and need 3 : 1"
    ),
    (
      "a white shape comes",
      file(
        shape("[0.5, 0.5]") + "," + text("[0.5, 0.5]"),
        tracks: fly("shape", #"{"at": 0, "y": 1500}, {"at": 1, "y": 0}"#)),
      "letters of 'title' have a contrast of 1 : 1 with what is behind them at 1 s"
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
      ), "letters of 'card' have"
    ),
    (
      "fades and stays",
      file(text("[0.5, 0.5]"), tracks: fly("title", #"{"at": 0, "opacity": 0.3}"#)),
      "letters of 'title' have"
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
        tracks: fly("number", #"{"at": 0, "count": 3, "opacity": 1}"#)), "letters of 'number' have"
    ),
    (
      "a layer that is not there",
      file("", tracks: fly("nota.1", #"{"at": 0, "x": 1}"#), picture: lock),
      "there is no layer 'nota.1' in the shot"
    ),
    (
      "a setting that is not there",
      file("", tracks: #"{"set": "gloww-x", "keys": [{"at": 0, "value": 1}]}"#),
      "'gloww-x' is not a parameter of"
    ),
    ("a template that is not there", file("", picture: #"{"template": "hom"}"#), "no template"),
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
    let (title, text, sentence) = Self.cases[index]
    let found = try Self.checker().problems(in: try motion(text))
    guard let sentence else {
      #expect(found.isEmpty, "\(title): \(found)")
      return
    }
    #expect(found.count == 1 && found[0].message.hasPrefix(sentence), "\(title): \(found)")
    #expect(found[0].origin?.file == "mine.json" && found[0].origin?.line != nil, "\(title)")
    // Nobody gets a film of it.
    let motion = try motion(text)
    let drawer = try FrameDrawer(
      motion, MotionTimeline(motion), on: try MotionScreen.named("iphone15"), language: nil,
      renderer: try Renderer(
        installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
    let error = #expect(throws: RenderError.self) { try drawer.draw(at: 2) { _, _ in } }
    #expect(error == found[0], "\(title)")
  }

  /// Everything is told, each at its own place.
  @Test func everyNameIsTold() throws {
    let text = Self.file(
      "",
      tracks: Self.fly("nota.1", #"{"at": 0, "x": 1}"#) + ",\n"
        + #"{"of": ["note.*", "mesage"], "keys": [{"at": 0, "x": 1}]}"#, picture: Self.lock)
    let found = try Self.checker().problems(in: try motion(text))
    #expect(
      found.map(\.message) == ["nota.1", "mesage"].map { "there is no layer '\($0)' in the shot" })
    #expect(found.first?.hint == "did you mean 'note.1'?")
    #expect(Set(found.compactMap(\.origin?.line)).count == 2)
  }

  @Test(arguments: MotionLibrary(folder: Workspace.installation.motions).names)
  func theShippedHaveNone(_ name: String) throws {
    let library = MotionLibrary(folder: Workspace.installation.motions)
    #expect(try Self.checker().problems(in: try library.motion(name)) == [])
  }
}
