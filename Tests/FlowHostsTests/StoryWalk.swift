import FlowHosts
import Flows
import Testing
import WallfarmTesting

/// A random walk through a story, which checks invariants after each move.
struct StoryWalk {
  let flow: Flow
  private let engine: FlowEngine
  private(set) var state: FlowState
  private var random: SeededGenerator
  private var day = 0
  /// The last moves, for failure messages.
  private(set) var last: [Move] = []

  init(_ flow: Flow, seed: UInt64) {
    self.flow = flow
    engine = FlowEngine(flow)
    state = FlowState(flow)
    random = SeededGenerator(seed: seed)
  }

  /// Returns a random next move, which may or may not make sense.
  mutating func nextMove() -> Move {
    let step = state.step.map { flow.steps[$0] }
    // Sometimes restart after the end, where most walks would otherwise remain.
    if step == nil, Int.random(in: 0..<4, using: &random) == 0 { return .restart }
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      day += [0, 1, 40].randomElement(using: &random) ?? 0
      return .open(now: day * 86_400)
    case 1: return .back
    case 2: return .elapsed
    case 3: return .answer(.random(using: &random))
    case 4...6:
      guard let fact = (step?.ask ?? []).randomElement(using: &random) else { return .elapsed }
      return .input(fact: fact, value(of: fact))
    case 7:
      guard let fact = flow.facts.indices.randomElement(using: &random) else { return .back }
      return .host(fact: fact, value(of: fact))
    case 8...11:
      guard let waiting = state.waiting.randomElement(using: &random) else { return .answer(true) }
      let effect = flow.effects[waiting.effect]
      let outcome = effect.outcomes.indices.randomElement(using: &random) ?? 0
      let found = effect.gives.map { Flow.Setting(fact: $0, value: value(of: $0)) }
      return .ended(effect: waiting.effect, outcome: outcome, found)
    case 12:
      let done = Int.random(in: 0...100, using: &random)
      guard let effect = flow.effects.indices.randomElement(using: &random) else { return .back }
      return .progress(
        effect: effect, FlowState.Progress(done: done, total: 100, secondsLeft: nil))
    case 13 where Int.random(in: 0..<50, using: &random) == 0: return .restart
    case 14:
      return .tap(.always(Int.random(in: 0...flow.always.count, using: &random)))
    case 15:
      let notice = Int.random(in: 0...flow.notices.count, using: &random)
      return .tap(.notice(notice, Int.random(in: 0...2, using: &random)))
    default:
      return .tap(.step(Int.random(in: 0...(step?.actions.count ?? 0), using: &random)))
    }
  }

  private mutating func value(of fact: Int) -> FactValue {
    switch flow.facts[fact].kind {
    case .yesNo: return .flag(.random(using: &random))
    case .choice(let words): return .word(words.randomElement(using: &random) ?? "")
    case .number(let range): return .number(.random(in: range, using: &random))
    case .text: return .word(["", "a", "Buy milk"].randomElement(using: &random) ?? "")
    case .texts(let most):
      let count = Int.random(in: 0...min(most, 3), using: &random)
      return .texts((0..<count).map { "note \($0)" })
    }
  }

  /// Plays one move and checks the result.
  mutating func walk(readsBack: Bool) throws -> Turn {
    let move = nextMove()
    last = last.suffix(7) + [move]
    let before = state
    let turn = engine.play(before, move)
    state = turn.state
    if turn.ignored != nil {
      #expect(turn.state == before && turn.asked.isEmpty, "\(self)")
    }
    if let step = turn.state.step {
      #expect(!turn.state.history.contains(step), "\(self)")
      #expect(Set(turn.state.history).count == turn.state.history.count, "\(self)")
    }
    if turn.asked.contains(.finished) {
      for criterion in flow.success {
        #expect(criterion.condition.holds(before.facts) || isMet(criterion, after: turn), "\(self)")
      }
    }
    let refused = zip(flow.facts, turn.state.facts).first { !$0.accepts($1) }?.0.name
    #expect(refused == nil, "\(self)")
    if case .tap(let place) = move, turn.ignored == nil,
      let need = engine.action(place, in: before)?.need
    {
      #expect(need.holds(before.facts), "a gate was passed: \(self)")
    }
    #expect(engine.tips(state).count <= 1, "\(self)")
    if readsBack {
      let document = turn.state.json(flow)
      let read = try FlowState(document, of: flow)
      #expect(read == turn.state, "\(self): \(read.json(flow)) and not \(document)")
    }
    return turn
  }

  /// Returns whether a criterion is met by the facts after a turn.
  ///
  /// The engine evaluates the criteria earlier, before `finish` sets facts.
  private func isMet(_ criterion: Flow.Criterion, after turn: Turn) -> Bool {
    criterion.condition.holds(turn.state.facts)
  }
}

extension StoryWalk: CustomStringConvertible {
  var description: String {
    let words = FlowWords(flow)
    let step = state.step.map { flow.steps[$0].name } ?? "none"
    return "\(flow.name), seed \(random.seed), at \(step) after "
      + last.map { words.words(of: $0, at: nil) }.joined(separator: " › ")
  }
}
