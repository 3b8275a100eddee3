import Foundation
import Snapshots
import SourceJSON
import Testing
import WallfarmCore
import WallfarmTesting

/// The published schema and documentation of snapshot suites agree with the program.
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

  /// The script for pull requests posts one comment and then updates it, and exits with the status
  /// of the comparison.
  @Test func theScriptForPullRequestsPostsOnceAndThenUpdates() throws {
    let document = try Document("docs/snapshots.md")
    let script = try #require(
      document.text.firstMatch(of: /<!-- script: (\S+) -->\n```bash\n([\s\S]*?)\n```/))
    #expect(document.blocks("yaml").contains { $0.contains("bash \(script.1) themes") })
    let folder = try TemporaryFolder()
    try folder.write(String(script.2), to: String(script.1))
    try folder.write(Self.gh, to: "bin/gh")
    try folder.write(Self.suite, to: "themes/snapshots.json")
    func run(_ command: String) -> (text: String, status: Int32) {
      let path = "\(folder.path)/bin:\(buildFolder.path):$PATH"
      return DocumentTests.run(
        "bash",
        [
          "-c",
          """
          export PATH="\(path)" CI=true GITHUB_REPOSITORY=us/themes GITHUB_STEP_SUMMARY=summary.md
          export PULL_REQUEST=
          cd '\(folder.path)'; chmod +x bin/gh; \(command)
          """,
        ])
    }
    func report() -> Int32 { run("PULL_REQUEST=7 bash \(script.1) themes").status }

    // If there are no results, no comment is posted.
    #expect(run("PULL_REQUEST=7 bash \(script.1) nowhere").status == 65)
    #expect(!folder.names.contains("gh.log"))
    try #require(run("wallfarm snapshot record themes --mode all").status == 0)
    try folder.write(Self.suite.replacing("Buy", with: "Sell"), to: "themes/snapshots.json")
    #expect(report() == 2)
    let posted = try folder.text("posted.md")
    #expect(posted.hasPrefix("<!-- wallfarm-snapshots: themes -->\n"))
    #expect(posted.contains("Cause: the notes changed."), "\(posted)")
    #expect(!folder.names.contains("updated.md"))
    #expect(report() == 2)
    #expect(try folder.text("updated.md") == posted)
    #expect(try folder.text("summary.md") == posted + posted)
    try #require(run("wallfarm snapshot approve themes --all").status == 0)
    #expect(report() == 0)
    #expect(try folder.text("updated.md").contains("**The picture matches the reference.**"))
    let calls = try folder.text("gh.log").split(separator: "\n")
    let list =
      "api --paginate repos/us/themes/issues/7/comments --jq .[] | "
      + #"select(.body | startswith("<!-- wallfarm-snapshots: themes -->")) | .id"#
    let update =
      "api --silent --method PATCH repos/us/themes/issues/comments/42 --field body=@comment.md"
    #expect(
      calls.map(String.init) == [
        list, "pr comment 7 --body-file comment.md", list, update, list, update,
      ])
    // Outside of a pull request, only the summary is written.
    #expect(run("bash \(script.1) themes").status == 0)
    #expect(try folder.text("gh.log").split(separator: "\n").count == calls.count)
  }

  private static let suite =
    #"{"snapshots": [{"devices": ["iphone8"], "notes": ["Buy milk"], "pictures": "none"}]}"#

  /// A replacement for GitHub's `gh` program that stores one comment, with the number 42.
  private static let gh = """
    #!/bin/sh
    printf '%s\\n' "$*" >> gh.log
    case "$1 $2" in
      "pr comment") cp "$5" posted.md ;;
      "api --paginate") [ ! -e posted.md ] || echo 42 ;;
      "api --silent") cp comment.md updated.md ;;
    esac
    """
}
