import Foundation
import Testing
import WallfarmTesting

/// Tests `wallfarm snapshot` in interactive use and in continuous integration.
@Suite struct SnapshotCommandTests {
  static let text = """
    {"snapshots": [{"devices": ["iphonese3", "iphone15"], "notes": ["Buy milk", "Call Ana"],
      "set": {"form": "list"}}]}
    """
  static let person = ["CI": "", "WALLFARM_SNAPSHOTS": ""]

  private func suite(_ text: String = text) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "themes/snapshots.json")
    return folder
  }

  private func snapshot(
    _ words: [String], _ folder: TemporaryFolder, _ environment: [String: String] = person
  ) throws -> Finished {
    try Program.run(["snapshot"] + words, in: folder, environment: environment)
  }

  @Test func aWholeRoundOfRecordChangeLookAndAccept() throws {
    let folder = try suite()
    let recorded = try snapshot(["record", "themes"], folder)
    #expect(
      recorded.output == "2 references recorded, 0 unchanged, in themes/references\n"
        && recorded.status == 0, "\(recorded)")
    #expect(
      try snapshot(["verify", "themes"], folder).output == "all 2 pictures match the references\n")
    try folder.write(
      Self.text.replacing("Call Ana", with: "Call Ana about the weekend"),
      to: "themes/snapshots.json")
    let changed = try snapshot(
      ["verify", "themes", "--junit", "j.xml"], folder)
    #expect(changed.status == 2 && changed.output == "2 pictures: 2 changed\n")
    #expect(changed.error.hasPrefix("2 of 2: "), "\(changed.error)")
    #expect(changed.error.contains(" of change\n  the notes changed\n"), "\(changed.error)")
    #expect(changed.error.contains("  accept: wallfarm snapshot approve themes --group 1\n"))
    #expect(changed.error.contains("page: themes/results/report.html"))
    #expect(try folder.text("j.xml") == folder.text("themes/results/junit.xml"))
    let results = try snapshot(["report", "themes", "--json"], folder)
    #expect(try results.output == folder.text("themes/results/results.json"))
    let junit = try snapshot(["report", "themes", "--junit", "-"], folder)
    #expect(try junit.output == folder.text("j.xml"))
    let report = try snapshot(["report", "themes", "-o", "page.html"], folder)
    #expect(report.lines.last == "page: page.html" && report.lines[0].hasPrefix("2 of 2: "))
    #expect(try folder.bytes("page.html") == folder.bytes("themes/results/report.html"))
    let comment = try snapshot(["report", "themes", "--markdown"], folder)
    #expect(comment.status == 2 && comment.error.isEmpty, "\(comment)")
    #expect(comment.lines.first == "<!-- wallfarm-snapshots: themes -->")
    #expect(comment.output.contains("\n2 of 2 pictures. Cause: the notes changed.\n"))
    #expect(comment.output.contains("\nTo accept: `wallfarm snapshot approve themes --group 1`\n"))
    #expect(comment.output.contains("in `themes/results/report.html`.\n"))
    let linked = try snapshot(
      ["report", "themes", "--markdown", "--base-url", "https://example.org/r/"], folder)
    #expect(
      linked.output.contains("[iphone15](https://example.org/r/lock/iphone15.difference.png)"),
      "\(linked.output)")
    let accepted = try snapshot(["approve", "themes", "--group", "1"], folder)
    #expect(accepted.output == "accepted lock/iphonese3\naccepted lock/iphone15\n")
    #expect(try snapshot(["verify", "themes", "-q"], folder).status == 0)
    let clean = try snapshot(["report", "themes", "--markdown"], folder)
    #expect(clean.status == 0 && clean.output.contains("**All 2 pictures match the references.**"))
  }

  @Test func continuousIntegrationWritesNothing() throws {
    let folder = try suite()
    let ci = ["CI": "true", "WALLFARM_SNAPSHOTS": ""]
    let verified = try snapshot(["verify", "themes"], folder, ci)
    #expect(verified.status == 2 && verified.output == "2 pictures: 2 without a reference\n")
    #expect(folder.names(in: "themes/references").isEmpty)
    let recorded = try snapshot(["record", "themes"], folder, ci)
    #expect(recorded.problem.code == "conflicting-options" && recorded.hasFailedAsDocumented)
    #expect(try snapshot(["record", "themes", "--mode", "all"], folder, ci).status == 0)
    #expect(try snapshot(["verify", "themes"], folder, ci).status == 0)
  }

  @Test func aPersonGetsWhatIsMissingRecordedAndIsTold() throws {
    let folder = try suite()
    let first = try snapshot(["verify", "themes"], folder)
    #expect(first.status == 2 && first.output == "2 pictures: 2 recorded\n")
    #expect(
      first.error
        == "2 references were missing and have been recorded: review them and verify again\n")
    #expect(try snapshot(["verify", "themes"], folder).status == 0)
  }

  @Test func theToolchainCanBeAWarning() throws {
    let folder = try suite()
    #expect(try snapshot(["record", "themes"], folder).status == 0)
    for name in ["iphonese3", "iphone15"] {
      let path = "themes/references/lock/\(name).txt"
      var text = try folder.text(path).replacing(/cairo [0-9.]+/, with: "cairo 1.18.0")
      text = text.replacing(/[0-9a-f]{64}\n/, with: String(repeating: "a", count: 64) + "\n")
      text = text.replacing(/picture: [0-9a-f]{64}/, with: "picture: none")
      try folder.write(text, to: path)
    }
    let strict = try snapshot(["verify", "themes"], folder)
    #expect(
      strict.status == 2 && strict.error.contains("probably not a regression: cairo 1.16")
    )
    let mild = try snapshot(["verify", "themes", "--toolchain", "warn"], folder)
    #expect(mild.status == 0 && mild.error.contains("the toolchain changed"), "\(mild)")
    #expect(try !folder.text("themes/results/junit.xml").contains("<failure"))
    #expect(try snapshot(["report", "themes", "--markdown"], folder).status == 0)
  }

  @Test func someOfASuiteAndTheResultsAsJSON() throws {
    let folder = try suite()
    #expect(try snapshot(["record", "themes", "--only", "*/iphone15"], folder).status == 0)
    #expect(folder.names(in: "themes/references/lock") == ["iphone15.png", "iphone15.txt"])
    let found = try snapshot(
      ["verify", "themes", "--only", "lock/iphone15", "--json"], folder)
    let json = try JSONSerialization.jsonObject(with: Data(found.bytes)) as? [String: Any]
    #expect((json?["summary"] as? [String: Any])?["same"] as? Int == 1)
    let wrong = try snapshot(["verify", "themes", "--only", "lock/iphone51"], folder)
    #expect(wrong.problem.code == "unknown-snapshot")
    #expect(wrong.problem.hint == "did you mean 'lock/iphone15'?")
  }

  @Test(arguments: [
    (["verify", "nowhere"], "file-unreadable"),
    (["approve", "themes"], "option-missing"),
    (["approve", "themes", "--all", "--group", "1"], "conflicting-options"),
    (["approve", "themes", "--all"], "results-outdated"),
    (["report", "themes"], "results-outdated"),
    (["verify", "themes", "--junit", "no/such/j.xml"], "output-failed"),
    (["verify", "themes", "-j", "0"], "invalid-parameter"),
    (["verify", ""], "invalid-parameter"),
    (["verify", "themes", "--junit", "themes/snapshots.json"], "conflicting-options"),
    (["verify", "themes", "--junit", "/dev/fd/9"], "output-failed"),
    (["verify", "themes", "--junit", "-", "--json"], "conflicting-options"),
    (["report", "themes", "-o", "themes/snapshots.json"], "conflicting-options"),
    (["report", "themes", "--markdown"], "results-outdated"),
    (["report", "themes", "--markdown", "--json"], "conflicting-options"),
    (["report", "themes", "--markdown", "-o", "-"], "conflicting-options"),
    (["report", "themes", "--base-url", "https://example.org"], "conflicting-options"),
    (["report", "themes", "--markdown", "--base-url", "results"], "invalid-parameter"),
  ])
  func mistakesAreSaid(words: [String], code: String) throws {
    let found = try snapshot(words, try suite())
    #expect(found.problem.code == code && found.hasFailedAsDocumented, "\(found.error)")
  }

  @Test func everyMistakeOfASuiteIsSaidAndNothingIsRendered() throws {
    let folder = try suite(
      #"{"snapshots": [{"devices": "iphone51", "notes": ["a"]}, {"divices": "all", "notes": []}]}"#)
    let found = try snapshot(["record", "themes"], folder)
    #expect(found.hasFailedAsDocumented && found.output.isEmpty)
    #expect(
      found.error.contains("3 errors in themes/snapshots.json; no pictures were rendered"),
      "\(found.error)")
    #expect(folder.names(in: "themes") == ["snapshots.json"])
  }

  /// A killed run leaves no partial reference, and no results that `approve` would accept.
  ///
  /// Each run is killed as soon as a certain number of reference files exists. This number
  /// increases from run to run.
  @Test func killedAtAnyMomentNothingIsHalf() throws {
    let folder = try suite(Self.text.replacing(#"["iphonese3", "iphone15"]"#, with: #""2023…""#))
    var kills = 0
    for count in [1, 4, 8] {
      let process = try Program.start(
        ["snapshot", "record", "themes", "--mode", "all"], in: folder)
      eventually {
        !process.isRunning || folder.names(in: "themes/references/lock").count >= count
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationStatus == SIGKILL {
        kills += 1
        let outdated = try snapshot(["approve", "themes", "--all"], folder)
        #expect(outdated.problem.code == "results-outdated", "\(outdated.error)")
      }
    }
    #expect(kills > 0)
    let rest = try snapshot(["record", "themes", "--mode", "missing"], folder)
    #expect(rest.status == 0, "\(rest.error)")
    #expect(try snapshot(["verify", "themes"], folder).status == 0)
  }
}
