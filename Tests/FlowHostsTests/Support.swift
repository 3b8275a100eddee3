import Digests
import Files
import FlowHosts
import Flows
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The bundled flows.
let shippedFlows = FlowLibrary(folder: Workspace.root + "/Flows")

/// Returns a minimal flow with additional members.
func flow(_ members: String, variant: String? = nil) throws -> Flow {
  let text = """
    {"format": 1, "version": 3, "summary": "A test.", "languages": ["en"], \(members)}
    """
  var reader = FlowReader(file: "flow.json")
  let (flow, problems) = reader.read(
    try JSONNode(parsing: text), name: "test", digest: SHA256.hex(of: Array(text.utf8)),
    variant: variant)
  #expect(problems.isEmpty, "\(problems)")
  return try #require(flow)
}

/// Plays a flow, using the names of its actions.
struct Player {
  let flow: Flow
  let engine: FlowEngine
  var state: FlowState
  /// The effects that the last move requested.
  var asked: [Asked] = []
  /// The reason why the last move was ignored.
  var ignored: Ignored?

  init(_ flow: Flow) {
    self.flow = flow
    engine = FlowEngine(flow)
    state = FlowState(flow)
  }

  var step: String? { state.step.map { flow.steps[$0].name } }
  var history: [String] { state.history.map { flow.steps[$0].name } }

  mutating func play(_ move: Move) {
    let turn = engine.play(state, move)
    (state, asked, ignored) = (turn.state, turn.asked, turn.ignored)
  }

  mutating func open(day: Double = 0) { play(.open(now: Int(day * 86_400))) }

  /// Taps an action of the step, a global action, or an action of a notice.
  mutating func tap(_ name: String) throws {
    let actions = state.step.map { flow.steps[$0].actions } ?? []
    if let place = actions.firstIndex(where: { $0.name == name }) {
      return play(.tap(.step(place)))
    }
    if let place = flow.always.firstIndex(where: { $0.name == name }) {
      return play(.tap(.always(place)))
    }
    for (notice, own) in flow.notices.enumerated() {
      if let place = own.actions.firstIndex(where: { $0.name == name }) {
        return play(.tap(.notice(notice, place)))
      }
    }
    Issue.record("the step '\(step ?? "none")' has no action '\(name)'")
  }

  mutating func input(_ fact: String, _ value: FactValue) throws {
    play(.input(fact: try place(fact), value))
  }

  mutating func host(_ fact: String, _ value: FactValue) throws {
    play(.host(fact: try place(fact), value))
  }

  mutating func end(
    _ effect: String, _ outcome: String, _ found: [String: FactValue] = [:]
  ) throws {
    let effect = try #require(flow.effects.firstIndex { $0.name == effect })
    let outcome = try #require(flow.effects[effect].outcomes.firstIndex(of: outcome))
    let settings = try found.map { Flow.Setting(fact: try place($0), value: $1) }
    play(.ended(effect: effect, outcome: outcome, settings))
  }

  func fact(_ name: String) throws -> FactValue { state.facts[try place(name)] }

  private func place(_ fact: String) throws -> Int {
    try #require(flow.facts.firstIndex { $0.name == fact }, "no fact '\(fact)'")
  }
}
