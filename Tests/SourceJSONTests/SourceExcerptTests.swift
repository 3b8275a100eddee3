import SourceJSON
import Testing
import WallfarmTesting

@Suite struct SourceExcerptTests {
  @Test func showsTheLineItsNumberAndACaretUnderTheColumn() {
    let text = String(repeating: "\n", count: 11) + "  \"colr\": 3\n}"

    #expect(
      excerpt(text, line: 12, column: 3, offset: 13) == """
          12 |   "colr": 3
             |   ^
        """)
  }

  @Test(arguments: ["a\nbcd\ne", "a\r\nbcd\r\ne", "a\rbcd\re"])
  func stopsAtEveryKindOfLineEnd(_ text: String) throws {
    let offset = try #require(text.utf8.firstIndex(of: UInt8(ascii: "c")))
    let bytes = text.utf8.distance(from: text.utf8.startIndex, to: offset)

    #expect(excerpt(text, line: 2, column: 2, offset: bytes) == "  2 | bcd\n    |  ^")
  }

  @Test func theCaretMayStandAfterTheLastCharacter() {
    #expect(excerpt("[1", line: 1, column: 3, offset: 2) == "  1 | [1\n    |   ^")
    #expect(excerpt("", line: 1, column: 1, offset: 0) == "  1 | \n    | ^")
  }

  @Test func aTabIsOneColumnAndAByteOrderMarkNone() {
    #expect(excerpt("\u{FEFF}\t\tx", line: 1, column: 3, offset: 5) == "  1 |   x\n    |   ^")
  }

  @Test func theCaretStaysUnderWideAndCombinedCharacters() {
    #expect(
      excerpt("\"茶e\u{301}\" x", line: 1, column: 7, offset: 9)
        == "  1 | \"茶e\u{301}\" x\n    |       ^")
  }

  @Test func nothingUnprintableGetsOut() {
    let text = "a\u{1B}[2J\u{0}\u{7F}\u{202E}\u{85}"

    #expect(excerpt(text, line: 1, column: 1, offset: 0) == "  1 | a␛[2J␀␡��\n    | ^")
    #expect(
      sourceExcerpt(of: [0x61, 0xFF, 0xC3], at: SourcePlace(line: 1, column: 2, offset: 1))
        == "  1 | a��\n    |  ^")
  }

  @Test func aLongLineIsCutOnBothSidesOfTheColumn() {
    let text = String(repeating: "é", count: 1000) + "X" + String(repeating: "ü", count: 1000)
    let before = "…" + String(repeating: "é", count: 60)
    let after = "X" + String(repeating: "ü", count: 35) + "…"

    #expect(
      excerpt(text, line: 1, column: 1001, offset: 2000)
        == "  1 | \(before)\(after)\n    | \(String(repeating: " ", count: 61))^")
  }

  @Test func anyPlaceInAnyBytesGivesTwoShortLines() {
    var generator = SeededGenerator()
    for _ in 0..<2000 {
      let length = Int.random(in: 0..<600, using: &generator)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let place = SourcePlace(
        line: 1, column: 1, offset: Int.random(in: -5...700, using: &generator))
      let lines = sourceExcerpt(of: bytes, at: place).split(separator: "\n")
      #expect(
        lines.count == 2 && lines.allSatisfy { $0.unicodeScalars.count < 700 },
        "seed \(generator.seed)")
    }
  }
}

private func excerpt(_ text: String, line: Int, column: Int, offset: Int) -> String {
  sourceExcerpt(
    of: Array(text.utf8), at: SourcePlace(line: line, column: column, offset: offset))
}
