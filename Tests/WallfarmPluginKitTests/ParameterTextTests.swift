import SourceJSON
import Testing
import WallfarmPluginKit

@Suite struct ParameterTextTests {
  @Test(arguments: TextCase.all)
  func readsTheTextOfASetting(_ example: TextCase) {
    #expect(example.kind.value(fromText: example.text) == example.value)
  }
}

/// The text of a `--set` option for a kind of parameter, and the expected value, or `nil` if the
/// text is invalid.
struct TextCase: Sendable, CustomTestStringConvertible {
  let kind: ParameterKind
  let title: String
  let text: String
  let value: JSONValue?

  init(_ kind: ParameterKind, _ title: String, _ text: String, _ value: JSONValue?) {
    (self.kind, self.title, self.text, self.value) = (kind, title, text, value)
  }

  var testDescription: String { "\(title): '\(text)'" }

  static let all = numbers + words + lists

  private static let whole = ParameterKind.integer(100...900)
  private static let number = ParameterKind.number(-1...2, .none)

  private static let numbers = [
    TextCase(whole, "lowest", "100", 100),
    TextCase(whole, "highest", "900", 900),
    TextCase(whole, "whole with a fraction of zero", "400.0", 400),
    TextCase(whole, "whole with an exponent", "4e2", 400),
    TextCase(whole, "one too low", "99", nil),
    TextCase(whole, "one too high", "901", nil),
    TextCase(whole, "a fraction", "400.5", nil),
    TextCase(whole, "beyond every Int", "1e300", nil),
    TextCase(number, "negative", "-0.25", -0.25),
    TextCase(number, "highest", "2", 2),
    TextCase(number, "a little too high", "2.0000001", nil),
    TextCase(number, "not a number", "nan", nil),
    TextCase(number, "infinite", "inf", nil),
    TextCase(number, "too large for any number", "1e400", nil),
    TextCase(number, "nothing", "", nil),
    TextCase(number, "blanks", " ", nil),
    TextCase(number, "a blank before it", " 1", nil),
    TextCase(number, "a unit", "1pt", nil),
    TextCase(number, "a percentage", "50%", nil),
    TextCase(number, "a comma", "0,5", nil),
    TextCase(number, "a word", "one", nil),
  ]

  private static let words = [
    TextCase(.boolean, "on", "on", true),
    TextCase(.boolean, "yes", "yes", true),
    TextCase(.boolean, "true", "true", true),
    TextCase(.boolean, "off", "off", false),
    TextCase(.boolean, "no", "no", false),
    TextCase(.boolean, "false", "false", false),
    TextCase(.boolean, "nothing is not off", "", nil),
    TextCase(.boolean, "a number", "1", nil),
    TextCase(.text(limit: 4), "an equals sign", "a=b", "a=b"),
    TextCase(.text(limit: 4), "nothing", "", ""),
    TextCase(.text(limit: 4), "quotes stay", "\"a\"", "\"a\""),
    TextCase(.text(limit: 4), "too long", "abcde", nil),
    TextCase(.choice(["top", "bottom"]), "a word of the list", "top", "top"),
    TextCase(.choice(["top", "bottom"]), "the wrong case", "Top", nil),
    TextCase(.color(optional: false), "a color", "#fff", "#fff"),
    TextCase(.color(optional: false), "none where there must be one", "none", nil),
    TextCase(.color(optional: true), "none", "none", "none"),
    TextCase(.font(optional: false), "a family with blanks", "EB Garamond", "EB Garamond"),
    TextCase(.font(optional: false), "no family", "", nil),
    TextCase(.file, "a path", "a b/c.jpg", "a b/c.jpg"),
  ]

  private static let lists = [
    TextCase(.texts(limit: 3), "commas", "a, b c,d", ["a", "b c", "d"]),
    TextCase(.texts(limit: 3), "one", "a", ["a"]),
    TextCase(.texts(limit: 3), "none", "", []),
    TextCase(.texts(limit: 3), "JSON", #"["a, b", "c"]"#, ["a, b", "c"]),
    TextCase(.texts(limit: 3), "a bracket that opens no JSON", "[10:00] tea", ["[10:00] tea"]),
    TextCase(.texts(limit: 3), "JSON with a number", "[1]", nil),
    TextCase(.texts(limit: 3), "too many", "a,b,c,d", nil),
    TextCase(.words(["a", "b"]), "some words", "b, a", ["b", "a"]),
    TextCase(.words(["a", "b"]), "no word", "", []),
    TextCase(.words(["a", "b"]), "another word", "a,c", nil),
    TextCase(.stops, "two", "#102030,#405060", ["#102030", "#405060"]),
    TextCase(.stops, "percentages", "#102030 10%, navy 90%", ["#102030 10%", "navy 90%"]),
    TextCase(.stops, "JSON", #"["red","blue 50%"]"#, ["red", "blue 50%"]),
    TextCase(.stops, "one", "#102030", nil),
    TextCase(.stops, "none", "", nil),
    TextCase(.stops, "a word that is no color", "#102030,blau", nil),
  ]
}
