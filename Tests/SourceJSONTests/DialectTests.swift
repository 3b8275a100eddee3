import SourceJSON
import Testing

@Suite struct DialectTests {
  @Test(arguments: [
    "[1, 2, ]", "[1,2,// two\n]", "// first\r\n[1, /* one */ 2] // last", "/***/[1,2]/**/",
    "[1 /* a\n * b\n */ , 2]", "\u{FEFF}[1,2]//", "[1, 2] // 茶",
  ])
  func commentedReadsCommentsAndTrailingCommas(_ text: String) throws {
    #expect(try JSONNode(parsing: text).plain == [1, 2])
  }

  @Test func aTrailingCommaMayCloseAnObject() throws {
    #expect(try JSONNode(parsing: "{\"a\": {\"b\": 1,},}").plain == ["a": ["b": 1]])
  }

  @Test func commentSignsInsideStringsAreText() throws {
    #expect(try JSONNode(parsing: "\"http://x/*y*/\"").plain == "http://x/*y*/")
  }

  @Test(arguments: [
    ("// a\n1", "1:1: strict JSON does not allow comments (remove the comment)"),
    ("[1 /* a */]", "1:4: strict JSON does not allow comments (remove the comment)"),
    ("[1,\n]", "1:3: trailing ',' at the end (remove the ',')"),
    ("{\"a\": 1, }", "1:8: trailing ',' at the end (remove the ',')"),
    ("[1 # a\n]", "1:4: expected ',' or ']' after a value, found '#'"),
  ])
  func strictRefusesThem(_ text: String, _ error: String) {
    #expect(mistake(in: text, dialect: .strict) == error)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1E5", 1e5), ("1e+5", 1e5), ("0.5e-3", 0.0005), ("1e-400", 0),
    ("123456789012345678901234567890", 1.2345678901234568e29), ("9007199254740993", 0x1p53),
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("4.9e-324", .leastNonzeroMagnitude),
    ("0e99999999999999999999", 0), ("1e-99999999999999999999", 0),
    ("0.000000000000000000000000000001", 1e-30), ("9007199254740992", 0x1p53),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown), ("1e23", 1e23),
    ("8.5e22", 8.5e22),
  ])
  func everyNumberIsTheNearestDouble(_ text: String, _ number: Double) throws {
    #expect(try JSONNode(parsing: text, dialect: .strict).number == number)
  }

  @Test func theEscapesOfTheStandardAllRead() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00E9\ud83d\ude00\u0000""#

    #expect(
      try JSONNode(parsing: text, dialect: .strict).string
        == "\"\\/\u{8}\u{C}\n\r\té😀\u{0}")
  }

  @Test func nestingMayBeAHundredAndTwentyEightDeep() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    let wide = "[" + String(repeating: "[{}],", count: 1000) + "1]"

    #expect(throws: Never.self) { try JSONNode(parsing: text) }
    #expect(throws: Never.self) { try JSONNode(parsing: wide) }
  }
}

/// The error in `text` as one line, or `nil` if there is none.
func mistake(in text: String, dialect: JSONDialect = .commented) -> String? {
  mistake(in: Array(text.utf8), dialect: dialect)
}

func mistake(in bytes: [UInt8], dialect: JSONDialect = .commented) -> String? {
  do {
    _ = try JSONNode(parsing: bytes, dialect: dialect)
    return nil
  } catch {
    return error.description
  }
}
