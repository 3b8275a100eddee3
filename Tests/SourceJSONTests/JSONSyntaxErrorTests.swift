import SourceJSON
import Testing
import WallfarmTesting

/// A text that is not valid JSON.
struct BrokenText: Sendable {
  let title: String
  let bytes: [UInt8]

  init(_ title: String, _ text: String) { self.init(title, Array(text.utf8)) }

  init(_ title: String, _ bytes: [UInt8]) { (self.title, self.bytes) = (title, bytes) }
}

@Suite struct JSONSyntaxErrorTests {
  /// Every mistake is reported at its position, with a correction.
  @Test(.tags(.recorded)) func theWordingIsThatOfTheTable() {
    let messages = BrokenText.all.map { "# \($0.title)\n\(mistake(in: $0.bytes) ?? "")\n" }
    TextSnapshot.check(messages.joined(separator: "\n"), at: "Tests/Wording/json.txt")
  }

  /// User content may be private, so a message can leave it out.
  @Test(arguments: [
    (#"{"a": Secret}"#, "text must be in double quotes: '…'"),
    (#"{Secret: 1}"#, "the key '…' needs double quotes"),
    (#"{"Secret": 1, "Secret": 2}"#, "duplicate key '…', first at line 1, column 2"),
    (#"{"It's Ana's": 1, "It's Ana's": 2}"#, "duplicate key '…', first at line 1, column 2"),
    (#"[1 Secret]"#, "'…'"), (#"[1, 2,"#, "the list opened at line 1, column 1 is never closed"),
    ("[1,]", "trailing ',' at the end"),
  ])
  func wordsThatWereFoundCanBeLeftOut(_ text: String, _ expected: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONNode(parsing: text, dialect: .strict)
    }
    #expect(error?.messageWithoutWords.contains(expected) == true, "\(error as Any)")
    #expect(error?.messageWithoutWords.contains("ecret") == false)
    #expect(error?.messageWithoutWords.contains("Ana") == false)
  }

  /// A missing quote turns a word of a note into a syntax error; neither the message nor the hint
  /// may quote it.
  @Test(arguments: [
    #"["Buy milk", Geheimnis kaufen"]"#, #"["Buy milk, "Geheimnis"]"#, #"["Buy milk" Geheimnis]"#,
    #"{"notes": Geheimnis}"#, #"{Geheimnis: 1}"#, #"{"Geheimnis" 1}"#, #"{"Geheimnis" = 1}"#,
    #"{"Geheimnis": 1, "Geheimnis": 2}"#, #"["a", 7Geheimnis]"#, #"["a", -Geheimnis]"#,
    #"["a", 0xGeheimnis]"#, #"["a"] Geheimnis"#, #"["C:\u\Geheimnis", "\uGehe"]"#,
    #"["\Geheimnis"]"#, #"["a", #Geheimnis]"#, #"["a", 'Geheimnis']"#, #"["a", “Geheimnis”]"#,
    "[\"a\", 🥛]", "[On, \"a\"]", "[\"a\", None of it]", "[007Geheimnis]", "[5Geheimnis0]",
    "[\"a\", 1_000Geheimnis]", "[\"a\", 49151Geheimnis]",
  ])
  func noWordOfTheTextIsShown(_ text: String) throws {
    let error = try #require(
      #expect(throws: JSONSyntaxError.self) { try JSONNode(parsing: text, dialect: .strict) })
    let shown = error.withoutWords
    for word in ["eheim", "Gehe", "🥛", "On", "None", "kaufen"] {
      #expect(!shown.description.contains(word), "\(shown)")
    }
    #expect(shown.place == error.place)
  }

  @Test func anErrorCarriesItsFactsSeparately() throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONNode(parsing: "{\n  a: 1}") }
    #expect(error.place == SourcePlace(line: 2, column: 3, offset: 4))
    #expect(error.message.contains("'a'") && error.hint?.contains("\"a\"") == true)
  }
}
