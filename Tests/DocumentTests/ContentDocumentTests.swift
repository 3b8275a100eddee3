import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The published schema and documentation of content agree with the program.
@Suite struct ContentDocumentTests {
  @Test func theTableHasARowForEveryKey() throws {
    let rows = try Document("docs/content.md").rows
    let fields = ContentKind.allCases.flatMap { kind in kind.fields.map { (kind, $0) } }
    #expect(rows.count == fields.count)
    for (row, (kind, field)) in zip(rows, fields) {
      let expected = [
        "`\(kind.rawValue)`", "`\(field.key)`", field.isRequired ? "yes" : "", field.type.accepted,
        field.summary,
      ]
      #expect(row == expected)
    }
  }

  @Test func theExampleAndTheItemsOfTheSkyAreThoseOfTheProgram() throws {
    let text = try Document("docs/content.md").text
    let example = try #require(text.firstMatch(of: /<!-- sky: berlin -->\n```json\n([\s\S]*?)```/))
    let (content, problems) = try ContentReader.parse(Array(example.1.utf8), file: "sky.json")
    #expect(problems.isEmpty && content.sky?.show == [.sunrise, .sunset, .daylight, .moon])
    let section = try #require(text.firstMatch(of: /\n## Sky\n([\s\S]*?)\n## Time\n/)).1
    for item in SkyItem.allCases {
      #expect(section.contains("`\(item.rawValue)`"), "\(item)")
    }
  }

  /// Checks the tutorial's table quickly; the complete check takes half an hour, because it runs in
  /// a copy of the project.
  @Test func theRowsOfTheTutorialUseTheWordingOfTheProgram() throws {
    let document = try Document("docs/adding/kind-of-content.md")
    let forms: [String: ContentField.Form] = [
      "title": .text(limit: 400), "author": .text(limit: 400), "read": .number(0...1),
    ]
    let rows = document.lines.filter { $0.hasPrefix("+| `books` |") }
      .map { $0.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.count == forms.count)
    for row in rows {
      let key = row[2].replacing("`", with: "")
      #expect(row[4] == forms[key]?.accepted, "\(key)")
      #expect(document.text.contains("\"\(row[5])\")"), "the field '\(key)' has another summary")
    }
  }
}
