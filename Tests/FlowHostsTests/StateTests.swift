import FlowHosts
import Flows
import SourceJSON
import Testing
import WallfarmTesting

/// Tests whether a flow's saved state can be read by the version that wrote it and by later
/// versions.
@Suite struct StateTests {
  private static func steps(_ names: String...) -> String {
    names.map { "\"\($0)\": { \"actions\": { \"next\": { \"go\": \"finish\" } } }" }
      .joined(separator: ", ")
  }

  private func kept(_ members: String) throws -> FlowState {
    let flow = try flow(
      #""start": "a", "facts": {}, "steps": {\#(Self.steps("a", "b"))}"#)
    return try FlowState(try JSONNode(parsing: members).plain, of: flow)
  }

  @Test func anOlderStateIsReadByTheNamesOfToday() throws {
    let flow = try flow(
      #"""
      "start": "hook", "facts": { "notes": { "from": "user", "kind": "texts" } },
      "upgrade": { "steps": { "write": "notes" }, "facts": { "lines": "notes" } },
      "steps": { "hook": { "actions": { "next": { "go": "notes" } } },
                 "notes": { "ask": ["notes"], "actions": { "next": { "go": "finish" } } } }
      """#)
    let old: JSONValue = [
      "format": 1, "flow": "test", "version": 2, "digest": "an older file", "step": "write",
      "history": ["hook", "gone"], "facts": ["lines": ["Buy milk"], "gone": 3],
    ]
    let state = try FlowState(old, of: flow)
    #expect(state.step == 1 && state.history == [0])
    #expect(state.facts == [.texts(["Buy milk"])])
  }

  @Test func aStepThatIsGoneBeginsAnewAndLosesNoFact() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": { "n": { "from": "user", "kind": "number", "between": [1, 9] } },
      "steps": { "a": { "ask": ["n"], "actions": { "next": { "go": "finish" } } } }
      """#)
    let old: JSONValue = [
      "format": 1, "flow": "test", "version": 1, "digest": "", "step": "gone", "facts": ["n": 4],
    ]
    let state = try FlowState(old, of: flow)
    #expect(state.step == 0 && state.facts == [.number(4)])
  }

  @Test(arguments: [
    (#"{}"#, FlowState.Refusal.malformed), (#"[]"#, .malformed), (#""a""#, .malformed),
    (#"{"format": 2, "flow": "test", "version": 1}"#, .newer),
    (#"{"format": 1, "flow": "test", "version": 4}"#, .newer),
    (#"{"format": 1, "flow": "other", "version": 1}"#, .otherFlow("other")),
    (#"{"format": 1, "flow": 1, "version": 1}"#, .malformed),
  ])
  func whatIsNoStateOfTheFlowIsRefused(_ text: String, _ refusal: FlowState.Refusal) throws {
    #expect(throws: refusal) { try kept(text) }
  }

  @Test(arguments: [
    #""step": 3"#, #""step": "b", "history": "a""#, #""step": "b", "history": ["b", "b", 1]"#,
    #""step": "b", "waiting": [{"effect": "x"}, 1], "asking": ["step", 77]"#,
    #""step": "b", "said": {"from": ["step", 5]}, "told": [1], "owed": ["x"]"#,
    #""step": "b", "finished": 1.5, "lastUse": "now", "facts": [1]"#,
  ])
  func oddMembersAreLeftOut(_ members: String) throws {
    let state = try kept(#"{"format": 1, "flow": "test", "version": 3, \#(members)}"#)
    #expect(state.history.isEmpty && state.waiting.isEmpty && state.asking == nil)
    #expect(state.finished == nil && state.lastUse == nil)
  }

  @Test func aQuestionAboutATaskIsStillThere() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": {}, "effects": { "scan": { "task": true } },
      "steps": { "a": { "actions": {
        "scan": { "do": "scan", "go": "a" }, "stop": { "confirm": true, "cancel": "scan" } } } }
      """#)
    var player = Player(flow)
    player.open()
    try player.tap("scan")
    try player.tap("stop")
    #expect(player.state.asking != nil)
    #expect(try FlowState(player.state.json(flow), of: flow) == player.state)
  }

  /// Plays a manipulated state, which contains an effect of another action and extremely large
  /// numbers.
  @Test func aStateThatWasTamperedWithIsPlayedWithoutATrap() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": {},
      "effects": { "one": {}, "many": { "outcomes": ["a", "b", "c", "d"], "task": true } },
      "steps": { "a": { "actions": {
        "x": { "do": "one", "then": { "ok": { "go": "finish" }, "failed": { "say": "sorry" } } },
        "y": { "do": "many", "go": "a" } } } }
      """#)
    let document: JSONValue = [
      "format": 1, "flow": "test", "version": 3, "digest": .string(flow.digest), "step": "a",
      "waiting": [["effect": "many", "step": "a", "from": ["step", 0], "progress": [9e18, 1]]],
    ]
    var player = Player(flow)
    player.state = try FlowState(document, of: flow)
    player.play(
      .progress(effect: 1, FlowState.Progress(done: .max, total: 1, secondsLeft: nil)))
    try player.end("many", "d")
    #expect(player.step == "a" && player.state.waiting.isEmpty)
  }

  @Test func somebodyWhoFinishedAnOlderVersionSeesWhatIsNew() throws {
    let flow = try flow(
      #"""
      "start": "a", "facts": {}, "news": { "1": "old", "2": "new" },
      "steps": {\#(Self.steps("a", "old", "new"))}
      """#)
    for (version, step) in [(1, "old"), (2, "new"), (3, nil)] {
      var player = Player(flow)
      (player.state.finished, player.state.lastUse) = (version, 0)
      player.open()
      #expect(player.step == step, "version \(version)")
      if step != nil {
        try player.tap("next")
        #expect(player.state.finished == 3)
        player.open()
        #expect(player.step == nil)
      }
    }
  }
}
