import SourceJSON
import Testing

/// A text that is not JSON, and all that is said about it.
struct BrokenText: Sendable, CustomTestStringConvertible {
  let title: String
  let bytes: [UInt8]
  let error: String

  init(_ title: String, _ text: String, _ error: String, hint: String? = nil) {
    self.init(title, Array(text.utf8), error, hint: hint)
  }

  init(_ title: String, _ bytes: [UInt8], _ error: String, hint: String? = nil) {
    self.title = title
    self.bytes = bytes
    self.error = error + (hint.map { " (\($0))" } ?? "")
  }

  var testDescription: String { title }
}

@Suite struct JSONSyntaxErrorTests {
  @Test(
    arguments: BrokenText.documents + BrokenText.objects + BrokenText.lists + BrokenText.strings
      + BrokenText.escapes + BrokenText.words + BrokenText.numbers + BrokenText.characters
      + BrokenText.encodings)
  func everyMistakeIsNamedWhereItIsWithWhatToWriteInstead(_ broken: BrokenText) {
    #expect(mistake(in: broken.bytes) == broken.error)
  }

  @Test func anErrorCarriesItsFactsSeparately() {
    let error = JSONSyntaxError(
      message: "the key 'a' needs double quotes",
      place: SourcePlace(line: 2, column: 3, offset: 4), hint: "write \"a\"")

    #expect(throws: error) { try JSONNode(parsing: "{\n  a: 1}") }
  }
}
