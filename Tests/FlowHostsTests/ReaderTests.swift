import Files
import FlowHosts
import Flows
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the errors that are reported for a flow's file, each with its position.
@Suite struct ReaderTests {
  private static let start = #""format": 1, "version": 1, "summary": "s", "languages": ["en"]"#

  /// The contents of the file, and the expected error.
  static let mistakes: [(members: String, code: ErrorCode, says: String)] = [
    (#""start": "b", "facts": {}, "steps": {"a": {}}"#, .invalidValue, "no step 'b'"),
    (#""start": "a", "facts": {}, "steps": {"a": {"shwo": []}}"#, .unknownKey, "'shwo'"),
    (
      #""start": "a", "facts": {"n": {"kind": "yes-no"}}, "steps": {"a": {}}"#, .invalidValue,
      "'from'"
    ),
    (
      #""start": "a", "facts": {"n": {"from": "user", "kind": "number"}}, "steps": {"a": {}}"#,
      .invalidValue, "'between'"
    ),
    (
      #""start": "a", "facts": {"n": {"from": "user", "kind": "number", "between": [1, 9], "default": 10}}, "steps": {"a": {}}"#,
      .invalidValue, "whole number from 1 to 9"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"actions": {"x": {"go": "bb"}}}}"#,
      .invalidValue, "no step 'bb'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"actions": {"x": {"do": "save"}}}}"#,
      .invalidValue, "'save'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"actions": {"x": {"then": {}}}}}"#,
      .invalidValue, "'then'"
    ),
    (
      #""start": "a", "facts": {"n": {"from": "flow", "kind": "yes-no"}}, "steps": {"a": {"ask": ["n"]}}"#,
      .invalidValue, "facts from the user"
    ),
    (
      #""start": "a", "facts": {}, "media": {"m": {"moves": true}}, "steps": {"a": {"show": [{"film": "m"}]}}"#,
      .invalidValue, "'or'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"after": {"seconds": 0, "go": "finish"}}}"#,
      .invalidValue, "'seconds'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"after": {"seconds": 1e99}}}"#, .invalidValue,
      "'seconds'"
    ),
    (
      #""start": "a", "facts": {"n": {"from": "user", "kind": "yes-no"}}, "steps": {"a": {"actions": {"x": {"need": {"n": 3}, "go": "finish"}}}}"#,
      .invalidValue, "true or false"
    ),
    (
      #""start": "a", "facts": {"n": {"from": "user", "kind": "yes-no"}}, "steps": {"a": {"actions": {"x": {"need": {"n": {"atLeast": 1}}, "go": "finish"}}}}"#,
      .invalidValue, "'number' or 'texts'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {"actions": {"x": {"when": [], "go": "finish"}}}}"#,
      .invalidValue, "conditions"
    ),
    (#""start": "a", "facts": {}, "steps": {"finish": {}, "a": {}}"#, .invalidValue, "'finish'"),
    (#""start": "a", "facts": {}, "steps": {"a b": {}, "a": {}}"#, .invalidValue, "'a b'"),
    (#""start": "a", "facts": {}, "steps": []"#, .invalidValue, "'steps'"),
    (
      #""start": "a", "facts": {}, "steps": {"a": {}}, "aims": [{"from": "a", "to": "a", "percent": 101}]"#,
      .invalidValue, "'percent'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {}}, "news": {"x": "a"}"#, .invalidValue, "'news'"
    ),
    (
      #""start": "a", "facts": {}, "steps": {"a": {}}, "milestones": {"m": {"fact": "x", "at": 1}}"#,
      .invalidValue, "'x'"
    ),
  ]

  @Test(arguments: mistakes)
  func eachMistakeIsToldWithItsPlace(
    _ members: String, _ code: ErrorCode, _ says: String
  ) throws {
    var reader = FlowReader(file: "flow.json")
    let (flow, problems) = reader.read(
      try JSONNode(parsing: "{\(Self.start), \(members)}"), name: "t", digest: "", variant: nil)
    #expect(flow == nil)
    let found = problems.first { $0.code == code && $0.sentence.contains(says) }
    #expect(found != nil, "\(problems)")
    #expect(found?.origin?.line == 1)
  }

  @Test func aNewerFormatIsNotGuessedAt() throws {
    var reader = FlowReader(file: "flow.json")
    let (flow, problems) = reader.read(
      try JSONNode(parsing: #"{"format": 2, "steps": 5}"#), name: "t", digest: "", variant: nil)
    #expect(flow == nil && problems.count == 1)
  }

  @Test func flowsAreFoundByNameAndByPath() throws {
    for name in shippedFlows.names {
      #expect(try shippedFlows.story(name).flow.name == name)
      #expect(try shippedFlows.story("\(Workspace.root)/Flows/\(name)").flow.name == name)
    }
    let folder = "use a folder that contains flow.json and text files"
    let list = "'wallfarm flow list' lists the flows"
    for (name, hint) in [
      ("notewal", "did you mean 'notewall'?"), ("./gone", folder), ("../x", folder), ("", list),
      ("a\nb", list),
    ] {
      do throws(RenderError) {
        _ = try shippedFlows.story(name)
        Issue.record("'\(name)' was found")
      } catch {
        #expect(error.code == .unknownFlow && error.hint == hint, "\(name): \(error)")
      }
    }
    #expect(throws: RenderError.self) { try shippedFlows.story("notewall", variant: "sideways") }
  }

  @Test func aFirstFlowIsGood() throws {
    let folder = try TemporaryFolder()
    let files = try FlowStarter.write(folder.file("first-steps"))
    #expect(files.count == 2)
    let report = try StoryCheck.report(on: folder.file("first-steps"), in: shippedFlows, most: 1000)
    #expect(report.isGood, "\(report.problems)")
    #expect(throws: RenderError.self) { try FlowStarter.write(folder.file("first-steps")) }
    #expect(throws: RenderError.self) { try FlowStarter.write(folder.file("first steps")) }
  }
}
