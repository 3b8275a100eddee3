import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The published schema and documents of content agree with the program.
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
}
