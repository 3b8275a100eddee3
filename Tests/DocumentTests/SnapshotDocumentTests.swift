import Foundation
import Snapshots
import SourceJSON
import Testing
import WallfarmCore
import WallfarmTesting

/// The published schema and documents of suites agree with the program.
@Suite struct SnapshotDocumentTests {
  @Test func theTablesHaveARowForEveryKey() throws {
    let rows = try Document("docs/snapshots.md").rows
    let keys = Array(rows.prefix(SnapshotField.all.count))
    #expect(keys.map { $0[0] } == SnapshotField.all.map { "`\($0.name)`" })
    for (row, field) in zip(keys, SnapshotField.all) {
      #expect(row[1] == field.accepted && row[3] == field.summary, "\(field.name)")
      #expect(row[2].filter { $0 != "`" } == field.standard ?? "–", "\(field.name)")
    }
    let thresholds = rows.dropFirst(keys.count).prefix(ThresholdField.allCases.count)
    #expect(thresholds.map { $0[0] } == ThresholdField.allCases.map { "`\($0.rawValue)`" })
    #expect(thresholds.map { $0[1] } == ThresholdField.allCases.map(\.accepted))
    let standard = Thresholds()
    #expect(
      thresholds.map { $0[2] }
        == ["`\(standard.points)`", "`\(standard.visible)`", "`\(standard.pixels)`"])
    let modes = rows.dropFirst(keys.count + thresholds.count).map { $0[0] }
    #expect(Set(modes) == Set(RecordMode.allCases.map { "`\($0.rawValue)`" }))
  }

  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/snapshots.schema.json").text
    #expect(published == SnapshotField.schemaOfSuites.text(pretty: true) + "\n")
  }

  private static let suites: [(String, Bool)] = [
    (#"{"snapshots": [{"devices": "all", "notes": ["a", {"text": "b", "done": true}]}]}"#, true),
    (#"{"format": 1, "snapshots": [{"theme": ["fog", "dawn"], "devices": ["ipad10"]}]}"#, true),
    (#"{"defaults": {"pictures": "none"}, "snapshots": [{"name": "{theme}-a.1"}]}"#, true),
    (#"{"thresholds": {"points": 0.2, "pixels": 9}, "snapshots": [{}]}"#, true),
    (
      #"{"snapshots": [{"motion": ["hook"], "moments": ["reduced", 1.5], "devices": "9x16"}]}"#,
      true
    ),
    (#"{"snapshots": [{"motion": "hook", "moments": "end"}]}"#, false),
    (#"{"snapshots": [{"name": "{motion}-{moment}-ar", "motion": "hook", "moments": -1}]}"#, false),
    (#"{"snapshots": []}"#, false), (#"{"snapshots": {}}"#, false), (#"[]"#, false),
    (#"{"format": 2, "snapshots": [{}]}"#, false), (#"{"snapshots": [{"divices": "a"}]}"#, false),
    (#"{"thresholds": {"visible": 2}, "snapshots": [{}]}"#, false),
    (#"{"snapshots": [{"format": "png"}]}"#, false), (#"{"snapshots": [{"theme": 3}]}"#, false),
    (#"{"snapshots": [{"name": "a/b"}]}"#, false), (#"{"snapshots": [{"theme": []}]}"#, false),
  ]

  /// An independent validator, python-jsonschema, agrees with the reader.
  @Test func aValidatorAgrees() throws {
    try Schema.expectAgreement(Self.suites, by: "docs/snapshots.schema.json")
  }
}
