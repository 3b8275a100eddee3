import FlowHosts
import SourceJSON
import Testing
import WallfarmTesting

/// The published schema and documentation of flows agree with the program.
@Suite struct FlowDocumentTests {
  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/flow.schema.json").text
    #expect(published == FlowSchema.schema.text(pretty: true) + "\n")
  }

  @Test func aValidatorAcceptsWhatShips() throws {
    let names = [
      "notewall", "notewall-android", "notewall-daily", "nevernote", "chronomap", "unwalk",
    ]
    let texts = try names.map { name in
      // Convert the file to plain JSON, because it may contain comments.
      let node = try JSONNode(parsing: try Document("Flows/\(name)/flow.json").text)
      return (node.plain.text(pretty: false), true)
    }
    try Schema.expectAgreement(texts, by: "docs/flow.schema.json")
  }

  private static let flows: [(String, Bool)] = [
    (#""steps": {"a": {}}"#, true),
    (#""steps": {"a": {"show": ["x", {"film": "f", "or": ["y"]}]}}"#, true),
    (#""steps": {"a": {"show": [{"film": "f"}]}}"#, false), (#""steps": []"#, false),
    (#""steps": {"a": {"shwo": []}}"#, false), (#""steps": {"a": {"after": {"go": "b"}}}"#, false),
    (#""steps": {"a b": {}}"#, false), (#""steps": {}, "milestones": {"m": {"fact": "x"}}"#, false),
    (#""steps": {}, "trigger": {"absentDays": 0}"#, false), (#""steps": {}, "extra": 1"#, false),
    (#""steps": {"a": {"actions": {"x": {"need": [{"n": {"atLeast": 1}}], "go": "b"}}}}"#, true),
  ]

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test func aValidatorAgrees() throws {
    let cases = Self.flows.map { members, isSound in
      let text = """
        {"format": 1, "version": 1, "summary": "s", "languages": ["en"], "start": "a", "facts": {},
        \(members)}
        """
      return (text, isSound)
    }
    try Schema.expectAgreement(cases, by: "docs/flow.schema.json")
  }
}
