import BuiltInPlugins
import Files
import Foundation
import Scenes
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests recording, comparing and accepting: when each file is written, and that no file is lost.
@Suite(.tags(.torture)) struct RunTests {
  /// A suite with three small screens, because the logic does not depend on the number of pixels.
  static let text = """
    {"defaults": {"notes": ["Buy milk"], "pictures": ["iphone8"]},
     "snapshots": [{"template": "lock", "devices": ["iphone8", "iphonese3", "iphonese2"]}]}
    """

  /// A suite with one of these screens, for tests of a single reference.
  static let single = text.replacing(#", "iphonese3", "iphonese2"]"#, with: "]")

  private func files(_ suite: TestSuite) -> [String] {
    suite.folder.names(in: "references/lock")
  }

  @Test func aMissingReferenceFailsAndNeverIsWrittenWhereNothingMay() throws {
    let suite = try TestSuite(Self.text)
    let run = try suite.run(.never)
    #expect(run.troubles.count == 3 && run.count(.missing) == 3)
    #expect(run.groups.map(\.headline) == ["there is no reference yet"])
    #expect(files(suite).isEmpty)
  }

  @Test func theModesWriteWhatTheySay() throws {
    let suite = try TestSuite(Self.text)
    #expect(try suite.run(.missing).recorded == 3)
    #expect(files(suite) == ["iphone8.png", "iphone8.txt", "iphonese2.txt", "iphonese3.txt"])
    let first = try suite.folder.text("references/lock/iphonese2.txt")
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    for mode in [RecordMode.never, .missing] {
      let run = try suite.run(mode)
      #expect(run.recorded == 0 && run.troubles.count == 3)
      #expect(try suite.folder.text("references/lock/iphonese2.txt") == first)
    }
    #expect(try suite.run(.failed).recorded == 3)
    #expect(try suite.folder.text("references/lock/iphonese2.txt") != first)
    #expect(try suite.run(.never).troubles.isEmpty)
    // Unchanged references are not rewritten, so version control shows only real changes.
    #expect(try suite.run(.all).recorded == 0)
    // Simulate a reference from another version of cairo with equal pixels: the comparison passes,
    // and recording updates the version.
    try suite.edit("references/lock/iphone8.txt", "cairo ", "cairo 0")
    #expect(try suite.run(.failed).results.allSatisfy { $0.verdict == .same && !$0.isRecorded })
    #expect(try suite.run(.all).recorded == 1)
    #expect(try !suite.folder.text("references/lock/iphone8.txt").contains("cairo 0"))
  }

  @Test func picturesComeAndGoWithTheirKey() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", #""pictures": ["iphone8"]"#, #""pictures": ["iphonese2"]"#)
    #expect(try suite.run(.never).troubles.isEmpty)
    #expect(files(suite).contains("iphone8.png"))
    try suite.run(.all)
    #expect(files(suite) == ["iphone8.txt", "iphonese2.png", "iphonese2.txt", "iphonese3.txt"])
  }

  @Test func oneThatCannotBeRenderedDoesNotStopTheOthers() throws {
    let photo = MutationTests.photo
    let suite = try TestSuite(
      """
      {"defaults": {"devices": "iphone8", "notes": ["Buy milk"]},
       "snapshots": [{"name": "a", "photo": "cut.jpg"}, {"name": "b"}]}
      """)
    let whole = try Data(contentsOf: URL(fileURLWithPath: photo))
    try suite.folder.write(whole.prefix(whole.count / 2), to: "cut.jpg")
    let run = try suite.run(.missing)
    #expect(run.results.map(\.verdict) == [.failed, .missing] && run.recorded == 1)
    #expect(run.results[0].error?.code == .photoUnreadable)
    #expect(run.groups.map(\.cause.label) == [.failed])
  }

  @Test(.tags(.sanitized, .threads)) func theWholeSuiteIsTheSameOnOneThreadAndOnTwo() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all, workers: 1)
    let before = try files(suite).map { try suite.folder.bytes("references/lock/\($0)") }
    let other = try TestSuite(Self.text)
    try other.run(.all, workers: 3)
    let after = try files(other).map { try other.folder.bytes("references/lock/\($0)") }
    #expect(before.count == 4 && (before == after) as Bool)
  }

  // MARK: - Approve

  @Test func whatWasComparedIsAcceptedAndNothingElse() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run()
    // The suite changes after the run, so a new rendering would differ from the results.
    try suite.edit("snapshots.json", "Buy oat milk", "Buy tea")
    #expect(try suite.approval().approve(.names(["lock/iphone8"])) == ["lock/iphone8"])
    try suite.edit("snapshots.json", "Buy tea", "Buy oat milk")
    let run = try suite.run()
    #expect(run.results.map(\.verdict) == [.same, .changed, .changed])
    #expect(try suite.approval().approve(.group("1")).count == 2)
    #expect(try suite.approval().approve(.all).isEmpty)
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test func whatIsAcceptedIsWhatRecordingWouldWrite() throws {
    let one = try TestSuite(Self.text)
    try one.run(.all)
    let other = try TestSuite(Self.text)
    try other.run(.never)
    #expect(try other.approval().approve(.all).count == 3)
    #expect(files(one) == files(other))
    for name in files(one) {
      let same =
        try one.folder.bytes("references/lock/\(name)")
        == other.folder.bytes("references/lock/\(name)")
      #expect(same, "\(name)")
    }
  }

  @Test func anApprovedPictureKeepsItsColorSpace() throws {
    let text = Self.single.replacing(#""lock","#, with: #""lock", "color-space": "display-p3","#)
    let (one, other) = (try TestSuite(text), try TestSuite(text))
    try one.run(.all)
    try other.run(.never)
    #expect(try other.approval().approve(.all).count == 1)
    for file in ["references/lock/iphone8.png", "references/lock/iphone8.txt"] {
      #expect(try one.folder.bytes(file) == other.folder.bytes(file), "\(file)")
    }
  }

  @Test func whatWasRecordedOnTheWayNeedsNoApproval() throws {
    let suite = try TestSuite(Self.text)
    #expect(try suite.run(.missing).recorded == 3)
    #expect(try suite.approval().approve(.all).isEmpty)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run(.missing)
    #expect(try suite.approval().approve(.names(["lock/*"])).count == 3)
  }

  @Test func aReferenceThatWasEditedByHandCanBeApproved() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    let path = "references/lock/iphonese2.txt"
    try suite.folder.write(try suite.folder.text(path) + "\n", to: path)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run()
    #expect(try suite.approval().approve(.all).count == 3)
  }

  @Test func aBrokenReferenceIsApprovedLikeAMissingOne() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.folder.write("no", to: "references/lock/iphonese2.txt")
    try suite.run()
    #expect(try suite.approval().approve(.all) == ["lock/iphonese2"])
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test func resultsThatWereChangedAreNotAccepted() throws {
    let suite = try TestSuite(Self.text)
    try suite.run()
    for file in ["lock/iphone8.actual.png", "lock/iphonese2.actual.txt"] {
      let whole = try suite.folder.bytes("results/\(file)")
      try suite.folder.write(whole.prefix(whole.count / 2), to: "results/\(file)")
      let error = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
      #expect(error?.code == .resultsOutdated && error?.message.contains("changed since") == true)
      #expect(files(suite).isEmpty)
      try suite.folder.write(whole, to: "results/\(file)")
    }
    #expect(try suite.approval().approve(.all).count == 3)
  }

  /// If a result's picture has a valid digest but does not match the result's text, nothing is
  /// approved, not even earlier results.
  @Test func aPictureOfAnotherTextIsNotAccepted() throws {
    let suite = try TestSuite(Self.single.replacing(#"["iphone8""#, with: #"["iphone8", "ipad10""#))
    try suite.run()
    let other = try suite.folder.bytes("results/lock/iphone8.actual.png")
    let own = try suite.folder.bytes("results/lock/ipad10.actual.png")
    try suite.folder.write(other, to: "results/lock/ipad10.actual.png")
    try suite.edit(
      "results/results.json", FileDigest.sha256(of: own), FileDigest.sha256(of: other))
    let error = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
    #expect(
      error?.message.contains(
        "does not match the digest in its text file") == true, "\(error?.message ?? "")")
    #expect(files(suite).isEmpty)
  }

  /// A name in the results cannot lead outside the folder, because results may come from an
  /// untrusted machine.
  @Test(arguments: ["../../evil", "lock/../../evil", "/tmp/evil", "lock", "lock/.x", "a/b/c", ""])
  func namesInResultsCannotLeadElsewhere(name: String) throws {
    let suite = try TestSuite(Self.single)
    try suite.run()
    try suite.edit("results/results.json", #""name": "lock/iphone8""#, #""name": "\#(name)""#)
    let error = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
    #expect(error?.code == .resultsOutdated && error?.message.contains("damaged") == true)
    #expect(files(suite).isEmpty)
  }

  @Test func twoAtOnceDoNotHarmEachOther() throws {
    let suite = try TestSuite(Self.text)
    try suite.run()
    let lock = try ResultsFolder(SuiteFolder(suite.path)).lock()
    let run = #expect(throws: RenderError.self) { try suite.run(.all) }
    let approval = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
    #expect(run?.code == .snapshotsBusy && approval?.code == .snapshotsBusy)
    withExtendedLifetime(lock) {}
  }

  @Test func aReferenceThatIsAFolderDoesNotStopTheOthers() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try FileManager.default.removeItem(
      atPath: suite.folder.file("references/lock/iphone8.png"))
    try suite.folder.write("x", to: "references/lock/iphone8.png/x")
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    let run = try suite.run()
    #expect(run.results.map(\.verdict) == [.failed, .changed, .changed])
    #expect(run.results[0].error?.code == .fileUnreadable)
  }

  @Test func aReferenceThatChangedSinceIsNotOverwritten() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run()
    try suite.edit("references/lock/iphonese2.txt", "cairo ", "cairo 0")
    let before = try suite.folder.text("references/lock/iphone8.txt")
    let error = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
    #expect(error?.code == .resultsOutdated && error?.message.contains("lock/iphonese2") == true)
    // The other results, which are valid, are not accepted either.
    #expect(try suite.folder.text("references/lock/iphone8.txt") == before)
  }

  @Test func unknownNamesAndGroupsAreSaid() throws {
    let suite = try TestSuite(Self.text)
    let missing = #expect(throws: RenderError.self) { try suite.approval() }
    #expect(missing?.code == .resultsOutdated)
    try suite.run()
    for (choice, hint) in [
      (Approval.Choice.names(["lock/iphone9"]), "did you mean 'lock/iphone8'?"),
      (.group("7"), "use a number from 1 to 1"), (.group("x"), "use a number from"),
    ] {
      let error = #expect(throws: RenderError.self) { try suite.approval().approve(choice) }
      #expect(error?.code == .unknownSnapshot && error?.hint?.contains(hint) == true, "\(choice)")
    }
    #expect(try suite.approval().approve(.names(["lock/ip*8", "lock/iphonese2"])).count == 2)
  }

  // MARK: - Damaged files

  @Test(arguments: [
    ("txt", "wallfarm snapshot 1", "wallfarm snapshot 2", "version"),
    ("txt", "wallfarm snapshot 1", "something else", "line 1"),
    ("txt", "pixels: 750", "pixels: x", "line 2"),
    ("txt", "picture: ", "picture: x", "line 3"),
    ("txt", "made with: ", "made by: ", "line 4"),
    ("txt", "template ", "template", "line 5"),
    ("txt", "screen: size", "screen size", "scene"),
    ("txt", "screen: size 375", "screen: size 1e300", "scene"),
    ("txt", "made with: ", "made with:  , ", "line 4"),
    ("txt", "legibility: aid none; scrim 0\n", "", "but line 6 states"),
    ("txt", "picture: ", "picture: none\nx: ", "line 4"),
  ])
  func aBrokenReferenceIsAnErrorAndCanBeRecordedAgain(
    ending: String, old: String, new: String, words: String
  ) throws {
    let suite = try TestSuite(Self.single)
    try suite.run(.all)
    try suite.edit("references/lock/iphone8.\(ending)", old, new)
    let result = try suite.run().results[0]
    #expect(result.verdict == .failed && result.error?.code == .referenceBroken)
    #expect(result.error?.message.contains(words) == true, "\(result.error?.message ?? "")")
    #expect(try suite.run(.failed).recorded == 1)
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test func aPictureThatIsNotTheRecordedOneIsAnError() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    let stranger = try TestSuite(Self.text.replacingOccurrences(of: "milk", with: "tea"))
    try stranger.run(.all)
    let own = try suite.folder.bytes("references/lock/iphone8.png")
    for bytes in [
      try stranger.folder.bytes("references/lock/iphone8.png"), Array("no".utf8), [],
      own.dropLast(own.count / 2),
    ] {
      // A broken reference is an error even if the current picture is correct.
      try suite.folder.write(bytes, to: "references/lock/iphone8.png")
      let result = try suite.run().results[0]
      #expect(result.error?.code == .referenceBroken, "\(result.words)")
      #expect(result.error?.hint?.contains("--only 'lock/iphone8'") == true)
    }
    try FileManager.default.removeItem(atPath: suite.folder.file("references/lock/iphone8.png"))
    #expect(try suite.run().results[0].error?.message.contains("picture is missing") == true)
    #expect(try suite.run(.all).recorded == 1)
    #expect(try suite.folder.bytes("references/lock/iphone8.png") == own)
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test(
    .tags(.sanitized),
    arguments: [
      (#""all": 3"#, #""all": 1e300"#), (#""format": 1"#, #""format": 9"#), ("{", "["),
      (#""verdict": "missing""#, #""verdict": "good""#), (#""number": 1"#, #""number": "1""#),
    ])
  func hostileResultsAreAnErrorOrHarmless(old: String, new: String) throws {
    let suite = try TestSuite(Self.text)
    try suite.run()
    try suite.edit("results/results.json", old, new)
    do throws(RenderError) {
      _ = try SnapshotReports(SuiteFolder(suite.path)).lines()
    } catch {
      #expect(error.code == .resultsOutdated || error.code == .invalidJSON, "\(error)")
    }
  }

  /// Random bit flips in a reference cause an error or another verdict, never a crash.
  @Test(.tags(.sanitized)) func noiseInAReferenceIsAnErrorOrAChange() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    let path = "references/lock/iphone8.txt"
    let sound = try suite.folder.bytes(path)
    let store = ReferenceStore(SuiteFolder(suite.path))
    let expected = try #require(try store.read("lock/iphone8"))
    for round in 0..<(Torture.isOn ? 2000 : 500) {
      var chance = SeededGenerator(seed: MutationTests.seed &+ UInt64(round))
      var bytes = sound
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = UInt8.random(in: 0...255, using: &chance)
      }
      do throws(RenderError) {
        let other = try Reference(reading: bytes, path: path)
        _ = SceneComparison(expected: other.facts, actual: expected.facts, tolerance: 0.1).changes
      } catch {
        #expect(error.code == .referenceBroken, "seed \(MutationTests.seed) round \(round)")
      }
    }
  }

  @Test func aFolderOfResultsThatOthersMadeIsLeftAlone() throws {
    let suite = try TestSuite(Self.text)
    try suite.folder.write("precious", to: "results/thesis.txt")
    let error = #expect(throws: RenderError.self) { try suite.run(.all) }
    #expect(error?.code == .outputFailed)
    #expect(try suite.folder.text("results/thesis.txt") == "precious")
    let other = try TestSuite(Self.text)
    try other.folder.write("mine", to: "results/.gitignore")
    #expect(throws: RenderError.self) { try other.run(.all) }
    #expect(try other.folder.text("results/.gitignore") == "mine")
  }

  /// A run fails instead of replacing a user's own files in the results folder.
  @Test(arguments: [
    ("thesis.txt", "'thesis.txt'"), ("lock/holiday.png", "'lock/holiday.png'"),
    ("mine/a.actual.png/x", "'mine/a.actual.png'"), (".notes", "'.notes'"),
  ])
  func aFileOfAPersonsAmongResultsStays(name: String, words: String) throws {
    let suite = try TestSuite(Self.single)
    try suite.run(.never)
    let before = suite.folder.names(in: "results")
    try suite.folder.write("precious", to: "results/" + name)
    let error = #expect(throws: RenderError.self) { try suite.run(.all) }
    #expect(error?.code == .outputFailed && error?.message.contains(words) == true)
    #expect(try suite.folder.text("results/" + name) == "precious")
    #expect(Set(before).isSubset(of: suite.folder.names(in: "results")))
    #expect(!suite.folder.names.contains("references"))
  }

  /// If the text of a reference mentions no picture, a picture file with the reference's name is
  /// not deleted.
  @Test func aPictureThatNoReferenceSpeaksOfStays() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.folder.write("mine", to: "references/lock/iphonese2.png")
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run(.all)
    #expect(try suite.folder.text("references/lock/iphonese2.png") == "mine")
  }

  @Test func whatAKilledRunLeftIsSweptAway() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.folder.write("half", to: "references/lock/.wallfarm-77-123.tmp")
    try suite.folder.write("mine", to: "references/lock/.keep")
    try suite.run(.never)
    #expect(files(suite).contains(".wallfarm-77-123.tmp"))
    try suite.run(.missing)
    #expect(files(suite).filter { $0.hasPrefix(".") } == [".keep"])
  }

  @Test func straysAreToldAndPruned() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    try suite.folder.write("a list of things", to: "references/mine/notes.txt")
    try suite.edit("snapshots.json", #", "iphonese2"]"#, "]")
    let run = try suite.run()
    #expect(run.strays == ["lock/iphonese2"] && run.troubles.isEmpty)
    let some = try suite.suite().only(["lock/iphone8"])
    #expect(some.snapshots.map(\.name) == ["lock/iphone8"])
    let runner = SnapshotRunner(
      try suite.suite(), mode: .all, installation: Workspace.installation, plugins: .builtIn)
    try runner.prune(try runner.run())
    #expect(!files(suite).contains("iphonese2.txt"))
    #expect(suite.folder.names(in: "references/mine") == ["notes.txt"])
  }

  // MARK: - Toolchain

  @Test func anotherToolchainIsCalledThatAndNoRegression() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    for name in ["iphone8", "iphonese3", "iphonese2"] {
      let path = "references/lock/\(name).txt"
      let text = try suite.folder.text(path)
      // Edits the references as if another version of Pango, in which the line is 0.3 pt wider, had
      // recorded them.
      let width = try #require(
        text.firstMatch(of: /line1: text "Buy milk"; from 0; width ([0-9.]+)/))
      let other = String((Double(width.1) ?? 0) + 0.3)
      var edited = text.replacing("width \(width.1)", with: "width \(other)")
      edited = edited.replacing(/pango [0-9.]+/, with: "pango 1.48.0")
      edited = edited.replacing(/[0-9a-f]{64}\n/, with: String(repeating: "0", count: 64) + "\n")
      edited = edited.replacing(/picture: [0-9a-f]{64}/, with: "picture: none")
      try suite.folder.write(edited, to: path)
    }
    let run = try suite.run()
    #expect(run.isToolchainOnly && run.troubles.count == 3)
    let cause = try #require(run.groups.first?.cause)
    #expect(cause.label == .toolchain && cause.sentence.contains("pango 1.50"), "\(cause)")
    #expect(
      cause.sentence.contains("was 1.48.0") && cause.sentence.contains("probably not a regression"))
    // If the theme has also changed, the difference is no longer attributed to the toolchain alone.
    try suite.edit("snapshots.json", #""template": "lock""#, #""template": "lock", "theme": "fog""#)
    #expect(try suite.run().groups.allSatisfy { $0.cause.label == .inputs })
  }

  @Test func theModeComesFromTheOptionTheEnvironmentOrCI() throws {
    func mode(_ option: String?, _ environment: [String: String]) throws -> RecordMode {
      try RecordMode.choose(option: option, environment: environment, standard: .missing)
    }
    #expect(try mode(nil, [:]) == .missing && mode(nil, ["CI": "true"]) == .never)
    #expect(try mode(nil, ["CI": "false"]) == .missing && mode(nil, ["CI": ""]) == .missing)
    #expect(try mode(nil, ["CI": "1", "WALLFARM_SNAPSHOTS": "failed"]) == .failed)
    #expect(try mode("all", ["CI": "1", "WALLFARM_SNAPSHOTS": "failed"]) == .all)
    let error = #expect(throws: RenderError.self) { try mode(nil, ["WALLFARM_SNAPSHOTS": "some"]) }
    #expect(error?.code == .invalidParameter)
  }
}
