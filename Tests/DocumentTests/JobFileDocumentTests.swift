import Foundation
import Requests
import SourceJSON
import Testing
import WallfarmCore
import WallfarmTesting

/// The published schema and documentation of job files agree with the program.
@Suite struct JobFileDocumentTests {
  @Test func theTableHasARowForEveryKey() throws {
    let rows = try Document("docs/job-file.md").rows
    #expect(rows.map { $0[0] } == JobField.all.map { "`\($0.name)`" })
    for (row, field) in zip(rows, JobField.all) {
      #expect(row[1] == field.accepted && row[3] == field.summary, "\(field.name)")
      #expect(row[2].filter { $0 != "`" } == field.standard ?? "–", "\(field.name)")
    }
  }

  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/job-file.schema.json").text
    #expect(published == JobField.schemaOfJobFiles.text(pretty: true) + "\n")
  }

  @Test func theSchemaOfARequestIsMadeFromTheCode() throws {
    let published = try Document("docs/request.schema.json").text
    #expect(published == JobField.schemaOfRequestFiles.text(pretty: true) + "\n")
  }

  private static let requests: [(String, Bool)] = [
    (#"{"devices": "iphone15", "notes": ["a"], "$schema": "x"}"#, true),
    (#"{"devices": ["all"], "set": {"max-size": 3}, "output": "{id}.png"}"#, true),
    (#"{"notes": ["a"]}"#, false), (#"[{"devices": "iphone15"}]"#, false),
    (#"{"devices": "iphone15", "jobs": []}"#, false),
  ]

  @Test func aRequestIsJudgedByItsSchema() throws {
    try Schema.expectAgreement(Self.requests, by: "docs/request.schema.json")
  }

  private static let files: [(String, Bool)] = [
    (#"{"jobs": [{"devices": "iphone15", "notes": ["a", {"text": "b", "done": true}]}]}"#, true),
    (#"[{"id": "a", "devices": ["all"], "notes": "n.json", "set": {"max-size": 3}}]"#, true),
    (#"{"version": 1, "defaults": {"quality": "lossless"}, "jobs": []}"#, true),
    (#"[{"priority": -3, "timeout": 0.5, "widgets": false, "max-photo-side": 9}]"#, true),
    (#"{"defaults": {}}"#, false), (#"{"version": 2, "jobs": []}"#, false),
    (#"[{"divices": "iphone15"}]"#, false), (#"[{"id": "a/b"}]"#, false),
    (#"[{"notes": [{"done": true}]}]"#, false), (#"[{"quality": 200}]"#, false),
    (#"[{"widgets": "yes"}]"#, false), (#"[{"format": "gif"}]"#, false),
    (#"[{"timeout": 0}]"#, false), (#"[3]"#, false),
  ]

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test func aValidatorAgrees() throws {
    try Schema.expectAgreement(Self.files, by: "docs/job-file.schema.json")
  }
}
