import BuiltInPlugins
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import Snapshots

/// Recording, comparing, accepting: what is written when, and what is never lost.
@Suite struct RunTests {
  static let text = """
    {"defaults": {"notes": ["Buy milk"], "pictures": ["iphone15"]},
     "snapshots": [{"template": "lock", "devices": ["iphone15", "iphonese3", "ipad10"]}]}
    """

  private func files(_ suite: SuiteFolder) -> [String] {
    suite.folder.names(in: "references/lock")
  }

  @Test func aMissingReferenceFailsAndNeverIsWrittenWhereNothingMay() throws {
    let suite = try SuiteFolder(Self.text)
    let run = try suite.run(.never)
    #expect(run.troubles.count == 3 && run.count(.missing) == 3)
    #expect(run.groups.map(\.headline) == ["no reference yet"])
    #expect(files(suite).isEmpty)
  }

  @Test func theModesWriteWhatTheySay() throws {
    let suite = try SuiteFolder(Self.text)
    #expect(try suite.run(.missing).recorded == 3)
    #expect(files(suite) == ["ipad10.txt", "iphone15.png", "iphone15.txt", "iphonese3.txt"])
    let first = try suite.folder.text("references/lock/ipad10.txt")
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    for mode in [RecordMode.never, .missing] {
      let run = try suite.run(mode)
      #expect(run.recorded == 0 && run.troubles.count == 3)
      #expect(try suite.folder.text("references/lock/ipad10.txt") == first)
    }
    #expect(try suite.run(.failed).recorded == 3)
    #expect(try suite.folder.text("references/lock/ipad10.txt") != first)
    #expect(try suite.run(.never).troubles.isEmpty)
    // What is the same is not touched, so that version control shows what changed.
    try suite.edit("references/lock/ipad10.txt", "cairo ", "cairo 0")
    #expect(try suite.run(.all).recorded == 0)
    #expect(try suite.folder.text("references/lock/ipad10.txt").contains("cairo 0"))
  }

  @Test func picturesComeAndGoWithTheirKey() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", #"["iphone15"]"#, #"["ipad10"]"#)
    #expect(try suite.run(.never).troubles.isEmpty)
    #expect(files(suite).contains("iphone15.png"))
    try suite.run(.all)
    #expect(files(suite) == ["ipad10.png", "ipad10.txt", "iphone15.txt", "iphonese3.txt"])
  }

  @Test func oneThatCannotBeRenderedDoesNotStopTheOthers() throws {
    let photo = MutationTests.photo
    let suite = try SuiteFolder(
      """
      {"defaults": {"devices": "iphone15", "notes": ["Buy milk"]},
       "snapshots": [{"name": "a", "photo": "cut.jpg"}, {"name": "b"}]}
      """)
    let whole = try Data(contentsOf: URL(fileURLWithPath: photo))
    try suite.folder.write(whole.prefix(whole.count / 2), to: "cut.jpg")
    let run = try suite.run(.missing)
    #expect(run.results.map(\.verdict) == [.failed, .missing] && run.recorded == 1)
    #expect(run.results[0].error?.code == .photoUnreadable)
    #expect(run.groups.map(\.cause.label) == [.failed])
  }

  @Test func theWholeSuiteIsTheSameOnOneThreadAndOnTwo() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all, workers: 1)
    let before = try files(suite).map { try suite.folder.bytes("references/lock/\($0)") }
    let other = try SuiteFolder(Self.text)
    try other.run(.all, workers: 3)
    let after = try files(other).map { try other.folder.bytes("references/lock/\($0)") }
    #expect(before.count == 4 && (before == after) as Bool)
  }

  // MARK: - Approve

  @Test func whatWasComparedIsAcceptedAndNothingElse() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run()
    // What would be rendered now is something else.
    try suite.edit("snapshots.json", "Buy oat milk", "Buy tea")
    #expect(try suite.approval().approve(.names(["lock/iphone15"])) == ["lock/iphone15"])
    try suite.edit("snapshots.json", "Buy tea", "Buy oat milk")
    let run = try suite.run()
    #expect(run.results.map(\.verdict) == [.same, .changed, .changed])
    #expect(try suite.approval().approve(.group("1")).count == 2)
    #expect(try suite.approval().approve(.all).isEmpty)
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test func whatIsAcceptedIsWhatRecordingWouldWrite() throws {
    let one = try SuiteFolder(Self.text)
    try one.run(.all)
    let other = try SuiteFolder(Self.text)
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

  @Test func aReferenceThatChangedSinceIsNotOverwritten() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", "Buy milk", "Buy oat milk")
    try suite.run()
    try suite.edit("references/lock/ipad10.txt", "cairo ", "cairo 0")
    let before = try suite.folder.text("references/lock/iphone15.txt")
    let error = #expect(throws: RenderError.self) { try suite.approval().approve(.all) }
    #expect(error?.code == .resultsOutdated && error?.message.contains("lock/ipad10") == true)
    // Not even those that could have been.
    #expect(try suite.folder.text("references/lock/iphone15.txt") == before)
  }

  @Test func unknownNamesAndGroupsAreSaid() throws {
    let suite = try SuiteFolder(Self.text)
    let missing = #expect(throws: RenderError.self) { try suite.approval() }
    #expect(missing?.code == .resultsOutdated)
    try suite.run()
    for (choice, hint) in [
      (Approval.Choice.names(["lock/iphone51"]), "did you mean 'lock/iphone15'?"),
      (.group("7"), "groups have numbers from 1 to 1"), (.group("x"), "groups have numbers"),
    ] {
      let error = #expect(throws: RenderError.self) { try suite.approval().approve(choice) }
      #expect(error?.code == .unknownSnapshot && error?.hint?.contains(hint) == true, "\(choice)")
    }
    #expect(try suite.approval().approve(.names(["lock/ip*5", "lock/ipad10"])).count == 2)
  }

  // MARK: - What is broken

  @Test(arguments: [
    ("txt", "wallfarm snapshot 1", "wallfarm snapshot 2", "version"),
    ("txt", "wallfarm snapshot 1", "something else", "line 1"),
    ("txt", "pixels: 1179", "pixels: x", "line 2"),
    ("txt", "made with: ", "made by: ", "line 3"),
    ("txt", "template ", "template", "line 4"),
    ("txt", "screen: size", "screen size", "scene"),
  ])
  func aBrokenReferenceIsAnErrorAndCanBeRecordedAgain(
    ending: String, old: String, new: String, words: String
  ) throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    try suite.edit("references/lock/iphone15.\(ending)", old, new)
    let result = try suite.run().results[0]
    #expect(result.verdict == .failed && result.error?.code == .referenceBroken)
    #expect(result.error?.message.contains(words) == true, "\(result.error?.message ?? "")")
    #expect(try suite.run(.failed).recorded == 1)
    #expect(try suite.run().troubles.isEmpty)
  }

  @Test func aPictureThatIsNotTheRecordedOneIsAnError() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    let stranger = try SuiteFolder(Self.text.replacingOccurrences(of: "milk", with: "tea"))
    try stranger.run(.all)
    for bytes in [try stranger.folder.bytes("references/lock/iphone15.png"), Array("no".utf8)] {
      try suite.folder.write(bytes, to: "references/lock/iphone15.png")
      try suite.edit("snapshots.json", "Buy milk", "Buy oat")
      let result = try suite.run().results[0]
      #expect(result.error?.code == .referenceBroken, "\(result.words)")
      try suite.edit("snapshots.json", "Buy oat", "Buy milk")
    }
  }

  @Test func aFolderOfResultsThatOthersMadeIsLeftAlone() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.folder.write("precious", to: "results/thesis.txt")
    let error = #expect(throws: RenderError.self) { try suite.run(.all) }
    #expect(error?.code == .outputFailed)
    #expect(try suite.folder.text("results/thesis.txt") == "precious")
  }

  @Test func straysAreToldAndPruned() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    try suite.edit("snapshots.json", #", "ipad10"]"#, "]")
    let run = try suite.run()
    #expect(run.strays == ["lock/ipad10"] && run.troubles.isEmpty)
    let some = try suite.suite().only(["lock/iphone15"])
    #expect(some.snapshots.map(\.name) == ["lock/iphone15"])
    let runner = SnapshotRunner(
      try suite.suite(), mode: .all, installation: Workspace.installation, plugins: .builtIn)
    try runner.prune(try runner.run())
    #expect(!files(suite).contains("ipad10.txt"))
  }

  // MARK: - Toolchain

  @Test func anotherToolchainIsCalledThatAndNoRegression() throws {
    let suite = try SuiteFolder(Self.text)
    try suite.run(.all)
    for name in ["iphone15", "iphonese3", "ipad10"] {
      let path = "references/lock/\(name).txt"
      let text = try suite.folder.text(path)
      // As recorded by another Pango that set the line 0.3 pt wider.
      let width = try #require(
        text.firstMatch(of: /line1: text "Buy milk"; from 0; width ([0-9.]+)/))
      let other = String((Double(width.1) ?? 0) + 0.3)
      var edited = text.replacing("width \(width.1)", with: "width \(other)")
      edited = edited.replacing(/pango [0-9.]+/, with: "pango 1.48.0")
      edited = edited.replacing(/[0-9a-f]{64}/, with: String(repeating: "0", count: 64))
      try suite.folder.write(edited, to: path)
      try? FileManager.default.removeItem(atPath: suite.folder.file("references/lock/\(name).png"))
    }
    let run = try suite.run()
    #expect(run.isToolchainOnly && run.troubles.count == 3)
    let cause = try #require(run.groups.first?.cause)
    #expect(cause.label == .toolchain && cause.sentence.contains("pango 1.50"), "\(cause)")
    #expect(cause.sentence.contains("was 1.48.0") && cause.sentence.contains("no regression"))
    // With another theme besides, it is no longer the toolchain's alone.
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
