import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct ParameterValuesTests {
  @Test func givesTheDefaultOfWhatWasNotSet() throws {
    let values = ParameterValues()

    #expect(try values.value(of: Declared.weight) == 800)
    #expect(try values.value(of: Declared.size) == 46.7)
    #expect(try values.value(of: Declared.color) == .black)
    #expect(try values.value(of: Declared.shadow) == nil)
    #expect(try values.value(of: Declared.side) == .left)
    #expect(try values.value(of: Declared.lines) == [])
    #expect(values.keys == [])
  }

  @Test func givesWhatWasSetInItsSwiftType() throws {
    let values = ParameterValues([
      "weight": 400, "size": 12.5, "color": "#fff", "shadow": "#0008", "side": "right",
      "lines": ["a", "b"], "bold": true,
    ])

    #expect(try values.value(of: Declared.weight) == 400)
    #expect(try values.value(of: Declared.size) == 12.5)
    #expect(try values.value(of: Declared.color) == .white)
    #expect(try values.value(of: Declared.shadow) == Color(rgb: 0, alpha: 0x88))
    #expect(try values.value(of: Declared.side) == .right)
    #expect(try values.value(of: Declared.lines) == ["a", "b"])
    #expect(try values.value(of: Declared.bold) == true)
    #expect(values.keys == ["bold", "color", "lines", "shadow", "side", "size", "weight"])
  }

  @Test func takesNoneAsNoColor() throws {
    #expect(try ParameterValues(["shadow": "none"]).value(of: Declared.shadow) == nil)
  }

  @Test func remembersWhereAValueCameFromAndTheLastOneCounts() {
    var values = ParameterValues()
    values.set("size", to: 20, from: .file("a.json", line: 3, column: 5))
    values.set("size", to: 30, from: .setting("size"))

    #expect(values["size"] == 30)
    #expect(values.origin(of: "size") == .setting("size"))
    #expect(values["weight"] == nil)
    #expect(values.origin(of: "weight") == nil)
  }

  @Test(arguments: RefusedValue.all)
  func saysWhatWasRefusedWhereAndWhatToTry(_ example: RefusedValue) throws {
    var values = ParameterValues()
    values.set(example.key, to: example.value, from: .file("theme.json", line: 4, column: 12))
    let error = try #require(throws: RenderError.self) { try Declared.read(example.key, values) }

    #expect(error.code == .invalidParameter)
    let accepted = try #require(Declared.kinds[example.key]).accepted
    #expect(error.message == "'\(example.key)' cannot be \(example.quoted): expected \(accepted)")
    #expect(error.origin?.description == "theme.json:4:12")
    #expect(error.hint.names(example.hint))
  }

  @Test func namesNoPlaceWhereNoneIsKnown() throws {
    let error = try #require(throws: RenderError.self) {
      try ParameterValues(["weight": 5]).value(of: Declared.weight)
    }
    #expect(error.origin == nil)
  }
}

private enum Declared {
  enum Side: String, CaseIterable, Sendable { case left, right }

  static let weight = Parameter.integer("weight", in: 100...900, default: 800, summary: "")
  static let size = Parameter.number(
    "size", in: 10...120, unit: .typePoints, default: 46.7, summary: "")
  static let bold = Parameter.boolean("bold", default: false, summary: "")
  static let text = Parameter.text("text", limit: 5, summary: "")
  static let lines = Parameter.texts("lines", limit: 2, summary: "")
  static let color = Parameter.color("color", default: .black, summary: "")
  static let shadow = Parameter.optionalColor("shadow", summary: "")
  static let side = Parameter.choice("side", default: Side.left, summary: "")

  static let kinds = [
    "weight": weight.description.kind, "size": size.description.kind,
    "bold": bold.description.kind, "text": text.description.kind,
    "lines": lines.description.kind, "color": color.description.kind,
    "shadow": shadow.description.kind, "side": side.description.kind,
  ]

  static func read(_ key: String, _ values: ParameterValues) throws(RenderError) {
    switch key {
    case "weight": _ = try values.value(of: weight)
    case "size": _ = try values.value(of: size)
    case "bold": _ = try values.value(of: bold)
    case "text": _ = try values.value(of: text)
    case "lines": _ = try values.value(of: lines)
    case "color": _ = try values.value(of: color)
    case "shadow": _ = try values.value(of: shadow)
    default: _ = try values.value(of: side)
    }
  }
}

struct RefusedValue: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let key: String
  let value: JSONValue
  /// The value in the form in which the message quotes it.
  let quoted: String
  /// The values that the hint must contain, or `nil` if there is no hint.
  let hint: [String]?

  init(_ title: String, _ key: String, _ value: JSONValue, _ quoted: String, hint: [String]?) {
    (testDescription, self.key, self.value) = (title, key, value)
    (self.quoted, self.hint) = (quoted, hint)
  }

  static let all = [
    RefusedValue("too small", "size", 9.5, "9.5", hint: ["10"]),
    RefusedValue("too large", "size", 1000, "1000", hint: ["120"]),
    RefusedValue("a unit", "size", "12pt", #""12pt""#, hint: ["without a unit"]),
    RefusedValue("a fraction", "weight", 400.5, "400.5", hint: ["the fraction"]),
    RefusedValue("a whole number too large", "weight", 1000, "1000", hint: ["900"]),
    RefusedValue(
      "a word for a whole number", "weight", "bold", #""bold""#, hint: ["without a unit"]),
    RefusedValue("a word that is no color", "color", "bluish", #""bluish""#, hint: ["#1c1c1e"]),
    RefusedValue("a number for an optional color", "shadow", 0, "0", hint: ["#1c1c1e"]),
    RefusedValue("text for true or false", "bold", "yes", #""yes""#, hint: nil),
    RefusedValue("text too long", "text", "abcdef", #""abcdef""#, hint: nil),
    RefusedValue("a list too long", "lines", ["a", "b", "c"], #"["a","b","c"]"#, hint: nil),
    RefusedValue("a word of no list", "side", "top", #""top""#, hint: nil),
    RefusedValue("nothing", "side", .null, "null", hint: nil),
  ]
}
