import FlowHosts
import SourceJSON
import Testing
import WallfarmTesting

/// The published schema and documents of flows agree with the program.
@Suite struct FlowDocumentTests {
  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/flow.schema.json").text
    #expect(published == FlowSchema.schema.text(pretty: true) + "\n")
  }

  @Test(arguments: ["notewall", "notewall-daily", "nevernote", "chronomap", "unwalk"])
  func aValidatorAcceptsWhatShips(_ name: String) throws {
    // As plain JSON, because the file may contain comments.
    let node = try JSONNode(parsing: try Document("Flows/\(name)/flow.json").text)
    let found = Schema.judge(node.plain.text(pretty: false), by: "docs/flow.schema.json")
    #expect(found.status == 0, "\(found.text)")
  }

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test(arguments: [
    (#""steps": {"a": {}}"#, true),
    (#""steps": {"a": {"show": ["x", {"film": "f", "or": ["y"]}]}}"#, true),
    (#""steps": {"a": {"show": [{"film": "f"}]}}"#, false), (#""steps": []"#, false),
    (#""steps": {"a": {"shwo": []}}"#, false), (#""steps": {"a": {"after": {"go": "b"}}}"#, false),
    (#""steps": {"a b": {}}"#, false), (#""steps": {}, "milestones": {"m": {"fact": "x"}}"#, false),
    (#""steps": {}, "trigger": {"absentDays": 0}"#, false), (#""steps": {}, "extra": 1"#, false),
    (#""steps": {"a": {"actions": {"x": {"need": [{"n": {"atLeast": 1}}], "go": "b"}}}}"#, true),
  ])
  func aValidatorAgrees(members: String, isSound: Bool) throws {
    let text = """
      {"format": 1, "version": 1, "summary": "s", "languages": ["en"], "start": "a", "facts": {},
      \(members)}
      """
    let found = Schema.judge(text, by: "docs/flow.schema.json")
    #expect(found.status == (isSound ? 0 : 3), "\(found.text)")
  }
}
