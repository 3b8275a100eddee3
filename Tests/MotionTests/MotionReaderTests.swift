import Files
import Motion
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Every error in a motion is reported with a position and a hint, and motions that require too
/// much work are rejected.
@Suite struct MotionReaderTests {
  /// Returns a small motion file, in which the arguments replace or extend the defaults.
  private static func file(
    shots: String? = nil, shot: String = "", track: String? = nil, thing: String? = nil,
    rest: String = ""
  ) -> String {
    let track = track.map { ", \"tracks\": [\($0)]" } ?? ""
    let thing = thing.map { ", \"things\": [\($0)]" } ?? ""
    let one = #"{"seconds": 2, "picture": {"template": "home"}\#(thing)\#(track)\#(shot)}"#
    return """
      {"format": 1, "summary": "Something.", "texts": {"en": {"hello": "Hello"}}, "says": ["$hello"],
       "shots": \(shots ?? "[\(one)]"), "still": 1, "reduced": [{"at": 1, "seconds": 2}]\(rest)}
      """
  }

  private func problems(_ text: String) throws -> [RenderError] {
    MotionLibrary.read(try JSONNode(parsing: text), file: "mine.json").problems
  }

  @Test func aMotionIsRead() throws {
    let text = Self.file(
      track:
        #"{"of": "card", "keys": [{"at": 0, "x": -20}, {"at": 1, "x": 0, "ease": [0, 0, 1, 1]}]}"#,
      thing: #"{"name": "card", "card": {"words": "$hello"}}"#)
    let (motion, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "mine.json")
    #expect(problems.isEmpty)
    let read = try #require(motion)
    #expect(read.name == "mine" && read.seconds == 2 && read.spoken(in: "en-GB") == ["Hello"])
    #expect(read.shots[0].tracks[0].value(of: .x, at: 0.5, place: 0) == -10)
  }

  private static let twoLanguages = """
    {"format": 1, "summary": "x", "texts": {"en": {"a": "A", "b": "B"}, "ja": {"a": "あ", "c": "う"}},
     "says": ["$a"], "shots": [{"seconds": 1, "picture": {}}], "still": 0,
     "reduced": [{"at": 0, "seconds": 1}]}
    """

  /// Invalid motions: the title, the file, the values in the message, and the value in the hint, if
  /// there is a hint.
  private static let mistakes: [(String, String, [String], String?)] = [
    (
      "key", file(rest: #", "sumary": 1"#), ["'sumary'"],
      "'summary'"
    ),
    (
      "ease", file(track: #"{"of": "*", "keys": [{"at": 0, "x": 1, "ease": "otu"}]}"#),
      ["'ease'", "\"otu\""], "'out'"
    ),
    (
      "curve", file(track: #"{"of": "*", "keys": [{"at": 0, "x": 1, "ease": [2, 0, 1, 1]}]}"#),
      ["'ease' cannot be [2, 0, 1, 1]"], nil
    ),
    (
      "order", file(track: #"{"of": "*", "keys": [{"at": 1, "x": 1}, {"at": 1, "x": 2}]}"#),
      ["'at' cannot be 1"], nil
    ),
    (
      "property", file(track: #"{"of": "*", "keys": [{"at": 0, "opacty": 1}]}"#),
      ["'opacty'"], "'opacity'"
    ),
    (
      "nothing said", file(track: #"{"of": "*", "keys": [{"at": 0}]}"#), ["a key sets no property"],
      nil
    ),
    (
      "neither", file(track: #"{"keys": [{"at": 0, "x": 1}]}"#),
      ["'of'", "'set'"], nil
    ),
    (
      "text", file(thing: #"{"name": "a", "text": {"words": "$helo"}}"#),
      ["'words'", "\"$helo\""], "'$hello'"
    ),
    (
      "two things", file(thing: #"{"name": "a", "tap": {}, "shape": {}}"#),
      ["more than one kind"], nil
    ),
    (
      "contrast",
      file(thing: ##"{"name": "a", "card": {"words": "Hi", "color": "#bbb", "fill": "#fff"}}"##),
      ["1.9:1"], nil
    ),
    ("parent", file(thing: #"{"name": "a", "with": "b", "tap": {}}"#), ["'with'", "'b'"], nil),
    ("column", file(thing: #"{"name": "a", "below": "b", "tap": {}}"#), ["'below'", "'b'"], nil),
    (
      "two places",
      file(
        thing:
          #"{"name": "a", "tap": {}}, {"name": "b", "below": "a", "with": "a", "tap": {}}"#),
      ["'below'", "combined with 'with' or 'on'"], nil
    ),
    (
      "button",
      file(
        thing:
          #"{"name": "a", "dialog": {"title": "Hi", "buttons": ["OK"]}}, {"name": "t", "on": "a.2", "tap": {}}"#
      ),
      ["'on'", "'a.2'"], nil
    ),
    (
      "output", file(shots: #"[{"seconds": 1, "picture": {"output": "x.png"}}]"#),
      ["'output'"], nil
    ),
    (
      "transition", file(shot: #", "transition": {"kind": "fade"}"#),
      ["the transition of the first shot cannot be fade"], nil
    ),
    (
      "now", file(track: #"{"set": "now", "keys": [{"at": 0, "value": 1}]}"#),
      ["'now'"],
      "\"now\": \"2026-01-01\""
    ),
    (
      "example", file(rest: #", "examples": ["figures", "$hello", "figurs"]"#),
      ["'examples'", "\"figurs\""], "'figures'"
    ),
    (
      "example of no text", file(rest: #", "examples": ["$helo"]"#), ["'examples'", "\"$helo\""],
      nil
    ),
    ("text not there", twoLanguages, ["'ja' needs the key 'b'"], nil),
    ("text too many", twoLanguages, ["'ja' has no key 'c'"], nil),
  ]

  @Test(arguments: mistakes.indices)
  func everyMistakeHasAPlaceAndAWayOut(_ index: Int) throws {
    let (title, text, values, hint) = Self.mistakes[index]
    let found = try problems(text)
    let problem = found.first { $0.message.names(values) }
    #expect(problem != nil, "\(title): \(found.map(\.message))")
    #expect(problem?.origin?.file == "mine.json", "\(title)")
    if let hint { #expect(problem?.hint?.contains(hint) == true, "\(title)") }
  }

  private static let track = #"{"of": "*", "keys": [{"at": 0, "x": 1}]}"#

  private static func many(_ count: Int, _ make: (Int) -> String) -> String {
    (0..<count).map(make).joined(separator: ",")
  }

  private static let hostile: [(String, String)] = [
    ("an hour", file(shots: #"[{"seconds": 3600, "picture": {}}]"#)),
    ("an instant", file(shots: #"[{"seconds": 0, "picture": {}}]"#)),
    ("backwards", file(shots: #"[{"seconds": -1, "picture": {}}]"#)),
    ("ten thousand tracks", file(track: many(10_000) { _ in track })),
    (
      "a thousand keys",
      file(
        track: #"{"of": "*", "keys": ["# + many(1000) { #"{"at": 0.\#($0 + 1000), "x": 1}"# } + "]}"
      )
    ),
    ("far away", file(track: #"{"of": "*", "keys": [{"at": 0, "x": 1e300}]}"#)),
    ("a storm", file(thing: #"{"name": "a", "confetti": {"count": 100000}}"#)),
    (
      "two storms",
      file(
        thing:
          #"{"name": "a", "confetti": {"count": 400}}, {"name": "b", "confetti": {"count": 400}}"#)
    ),
    (
      "a hundred shots",
      file(shots: "[" + many(100) { _ in #"{"seconds": 0.1, "picture": {}}"# } + "]")
    ),
    ("long together", file(shots: "[" + many(5) { _ in #"{"seconds": 30, "picture": {}}"# } + "]")),
    (
      "a book",
      file(thing: #"{"name": "a", "text": {"words": "\#(String(repeating: "a", count: 5000))"}}"#)
    ),
    ("no number", file(track: #"{"of": "*", "keys": [{"at": "NaN", "x": 1}]}"#)),
  ]

  @Test(arguments: hostile.indices)
  func whatWouldTakeForEverIsRefused(_ index: Int) throws {
    let (title, text) = Self.hostile[index]
    let found = try problems(text)
    #expect(!found.isEmpty, "\(title)")
    #expect(found.allSatisfy { $0.origin?.file == "mine.json" }, "\(title)")
  }

  @Test func aLanguageThatLacksATextIsAMistake() throws {
    let found = try problems(Self.twoLanguages)
    #expect(found.map(\.code) == [.invalidValue, .unknownKey])
  }

  /// A keyframe without effect is reported wherever it occurs, but a keyframe with a misspelled key
  /// is reported only once.
  @Test func everyEmptyKeyIsTold() throws {
    let found = try problems(
      Self.file(track: #"{"of": "*", "keys": [{"at": 0}, {"at": 1}, {"at": 2, "opacty": 1}]}"#))
    #expect(found.map(\.code) == [.invalidValue, .invalidValue, .unknownKey])
  }
}
