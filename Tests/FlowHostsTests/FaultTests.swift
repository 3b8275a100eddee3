import Files
import FlowHosts
import Flows
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The checker finds deliberate faults, and reports nothing for valid flows.
@Suite(.tags(.torture)) struct FaultTests {
  private static let flawless = Workspace.root + "/Tests/FlowHostsTests/flawless"

  private func report(_ edit: FlowEdit?) throws -> StoryCheck.Report {
    let folder = try TemporaryFolder()
    for name in ["flow.json", "texts-en.json", "texts-ja.json"] {
      var text = String(
        decoding: try Files.read("\(Self.flawless)/\(name)"), as: UTF8.self)
      if let edit, edit.file == name {
        let parts = text.split(separator: edit.find, omittingEmptySubsequences: false)
        #expect(parts.count == 2, "it is there \(parts.count - 1) times")
        text = parts.joined(separator: edit.replace)
      }
      try folder.write(text, to: "flawless/\(name)")
    }
    return try StoryCheck.report(on: folder.file("flawless"), in: shippedFlows, most: 50_000)
  }

  @Test func nothingIsWrongBefore() throws {
    let report = try report(nil)
    #expect(report.isGood, "\(report.problems)")
    #expect(report.orders.map(\.states).allSatisfy { $0 > 500 })
  }

  @Test func thereAreFortyOfEach() {
    #expect(FaultyFlows.faults.count >= 40 && FaultyFlows.harmless.count >= 40)
    let codes = Set(FaultyFlows.faults.compactMap(\.code))
    #expect(codes.filter { $0.hasPrefix("flow-") }.count >= 15, "\(codes)")
  }

  @Test(arguments: FaultyFlows.faults + FaultyFlows.lessons.filter { $0.code != nil })
  func eachFaultIsFound(_ edit: FlowEdit) throws {
    let report = try report(edit)
    #expect(!report.isGood)
    let found = report.problems.first { $0.code.rawValue == edit.code }
    #expect(found != nil, "\(report.problems)")
    // A fault that is found only by playing is reported with a list of taps that reproduces it.
    let played: Set<String> = [
      "flow-dead-end", "flow-trap", "flow-ends-too-soon", "flow-gate-gone-round", "flow-two-tips",
      "flow-effect-needed",
    ]
    if let code = edit.code, played.contains(code) {
      #expect(found?.also?.hasPrefix("to reproduce: ") == true, "\(String(describing: found))")
    }
    #expect(found?.origin?.file != nil)
    if edit.code?.hasPrefix("flow-") == true { #expect(found?.hint != nil) }
  }

  @Test(arguments: FaultyFlows.harmless + FaultyFlows.lessons.filter { $0.code == nil })
  func nothingThatIsWellIsBlamed(_ edit: FlowEdit) throws {
    let report = try report(edit)
    #expect(report.problems.isEmpty, "\(report.problems)")
    #expect(report.isGood)
  }
}
