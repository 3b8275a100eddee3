import SourceJSON
import Testing
import WallfarmTesting

@Suite struct HostileInputTests {
  @Test func aHundredThousandRandomByteStringsNeverCrash() {
    var random = RandomJSON()
    for _ in 0..<100_000 {
      let bytes = random.bytes()
      expectAnAnswer(for: bytes, seed: random.generator.seed)
    }
  }

  @Test func everyBeginningOfADocumentIsReadOrExplained() {
    let text = Array(
      "\u{FEFF}// ü\n{\"a\\ud83d\\ude00\": [1.5e3, true, null, \"é茶😀\"], /* x */ \"b\": {},}".utf8)
    for length in 0..<text.count {
      expectAnAnswer(for: Array(text[..<length]), seed: 0)
    }
  }

  @Test func everyChangedByteOfADocumentIsReadOrExplained() {
    let text = Array("{\"a\\u00e9\": [-1.5e3, true, \"é😀\"], \"b\": {}}".utf8)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        expectAnAnswer(for: changed, seed: 0)
      }
    }
  }

  @Test(arguments: [
    "[", "{\"a\":", "[[],", "{\"a\":[", "/*", "//", "\"", "\\", "-", "1", "\u{0}", "é",
  ])
  func endlessRepetitionEndsInAnError(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)

    #expect(mistake(in: text) != nil)
  }

  @Test func columnsStayRightAtTheEndOfAVeryLongLine() throws {
    let text = "[" + String(repeating: "\"é\",", count: 100_000) + "x]"

    #expect(
      mistake(in: text) == "1:400002: text must be in double quotes: 'x' (write \"x\")")
  }
}

/// Parses the bytes in both dialects and expects either a value or an error whose position is
/// inside the text.
private func expectAnAnswer(for bytes: [UInt8], seed: UInt64) {
  for dialect in [JSONDialect.strict, .commented] {
    do {
      _ = try JSONNode(parsing: bytes, dialect: dialect).plain
    } catch {
      let isInside = (0...bytes.count).contains(error.place.offset)
      let isPlain = error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 }
      if !isInside || !isPlain || error.place.line < 1 || error.place.column < 1 {
        Issue.record("\(error) for \(bytes), seed \(seed)")
      }
    }
  }
}

extension RandomJSON {
  /// Returns up to 40 random bytes, or random tokens of JSON.
  fileprivate mutating func bytes() -> [UInt8] {
    let count = Int.random(in: 0..<40, using: &generator)
    if Bool.random(using: &generator) {
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    return (0..<count).flatMap { _ in Array(pick(Self.pieces).utf8) }
  }

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\"", "\\", "\"a\"", "\"é\":", "\\u", "\\ud83d", "\\ude00",
    "0", "1", "-", "+", ".", "e", "E5", "true", "nul", "null", "NaN", "0x", "_", "px", "%", "#",
    "/", "//", "/*", "*/", " ", "\t", "\n", "\r", "\r\n", "\u{0}", "\u{7F}", "é", "茶", "😀", "'",
    "“", "\u{A0}", "\u{FEFF}", "\u{202E}", "\u{2028}", "\u{301}",
  ]
}

@Suite struct FuzzerFindingsTests {
  /// Found by the fuzzer: the error message for an invalid number called the parser, which created
  /// the message again.
  @Test(arguments: [".0\u{659}", "-.0\u{659}\u{301}", "0.1.2.3e", "+.\u{301}1", "1e\u{301}5"])
  func aNumberWithMarksEndsInAMessage(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONNode(parsing: text) }
  }
}
