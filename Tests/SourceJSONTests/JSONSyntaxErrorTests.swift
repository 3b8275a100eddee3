import SourceJSON
import Testing
import WallfarmTesting

/// An invalid text, and the facts of the expected error.
struct BrokenText: Sendable, CustomTestStringConvertible {
  let title: String
  let bytes: [UInt8]
  /// The line and the column, such as `2:10`.
  let place: String
  /// The values that the message names.
  let values: [String]
  /// The values that the hint names, or `nil` if there is no hint.
  let hint: [String]?

  init(
    _ title: String, _ text: String, _ place: String, _ values: [String] = [],
    hint: [String]? = nil
  ) {
    self.init(title, Array(text.utf8), place, values, hint: hint)
  }

  init(
    _ title: String, _ bytes: [UInt8], _ place: String, _ values: [String] = [],
    hint: [String]? = nil
  ) {
    (self.title, self.bytes, self.place) = (title, bytes, place)
    (self.values, self.hint) = (values, hint)
  }

  var testDescription: String { title }
}

@Suite struct JSONSyntaxErrorTests {
  @Test(arguments: BrokenText.all)
  func everyMistakeIsNamedWhereItIsWithWhatToWriteInstead(_ broken: BrokenText) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONNode(parsing: broken.bytes) }
    #expect("\(error.place.line):\(error.place.column)" == broken.place)
    #expect(error.message.names(broken.values))
    #expect(error.hint.names(broken.hint))
  }

  @Test(.tags(.recorded)) func theWordingIsThatOfTheTable() {
    let messages = BrokenText.all.map { "# \($0.title)\n\(mistake(in: $0.bytes) ?? "")\n" }
    TextSnapshot.check(messages.joined(separator: "\n"), at: "Tests/Wording/json.txt")
  }

  /// User content may be private.
  @Test(arguments: [
    (#"{"a": Secret}"#, "'…'"), (#"{Secret: 1}"#, "'…'"),
    (#"{"Secret": 1, "Secret": 2}"#, "'…'"), (#"{"It's Ana's": 1, "It's Ana's": 2}"#, "'…'"),
    (#"[1 Secret]"#, "'…'"), (#"[1, 2,"#, "1"), ("[1,]", "','"),
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
