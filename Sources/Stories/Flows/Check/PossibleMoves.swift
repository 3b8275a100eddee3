/// The moves that are possible in a state, with one value for each value class.
struct PossibleMoves {
  let flow: Flow

  func moves(in state: FlowState, _ classes: ValueClasses) -> [Move] {
    var moves: [Move] = [.open(now: 0)]
    if let days = flow.trigger.absentDays { moves.append(.open(now: days * 86_400)) }
    for (place, fact) in flow.facts.enumerated() where fact.source == .host {
      moves += others(place, in: state, classes).map { .host(fact: place, $0) }
    }
    guard let step = state.step else {
      // Without an automatic trigger, the user starts the flow manually.
      let begins = flow.trigger.firstUse || flow.trigger.absentDays != nil
      return begins ? moves : moves + [.restart]
    }
    for fact in flow.steps[step].ask {
      moves += others(fact, in: state, classes).filter {
        $0 != .unknown || flow.facts[fact].canBeEmptied
      }.map { .input(fact: fact, $0) }
    }
    if state.asking != nil { moves += [.answer(true), .answer(false)] }
    moves += flow.steps[step].actions.indices.map { .tap(.step($0)) }
    moves += flow.always.indices.map { .tap(.always($0)) }
    for (place, notice) in flow.notices.enumerated() where notice.when.holds(state.facts) {
      moves += notice.actions.indices.map { .tap(.notice(place, $0)) }
    }
    if !state.history.isEmpty { moves.append(.back) }
    if flow.steps[step].after != nil { moves.append(.elapsed) }
    for waiting in state.waiting where !waiting.isPaused {
      let effect = flow.effects[waiting.effect]
      for outcome in effect.outcomes.indices {
        // A failed effect may or may not report facts.
        let found = findings(effect, classes)
        moves += (outcome > 0 && found != [[]] ? [[]] + found : found).map {
          .ended(effect: waiting.effect, outcome: outcome, $0)
        }
      }
    }
    return moves
  }

  private func others(_ fact: Int, in state: FlowState, _ classes: ValueClasses) -> [FactValue] {
    classes.values[fact].filter { $0 != state.facts[fact] && flow.facts[fact].accepts($0) }
  }

  /// All combinations of values that a host may report when an effect ends.
  private func findings(_ effect: Effect, _ classes: ValueClasses) -> [[Flow.Setting]] {
    var all: [[Flow.Setting]] = [[]]
    for fact in effect.gives where classes.values[fact].count > 1 {
      let values = classes.values[fact].filter { $0 != .unknown && flow.facts[fact].accepts($0) }
      all = all.flatMap { found in
        values.map { found + [Flow.Setting(fact: fact, value: $0)] }
      }
    }
    return all
  }
}

extension Fact {
  /// Whether the user can clear an answer: a text field can be emptied, but a choice cannot.
  fileprivate var canBeEmptied: Bool {
    switch kind {
    case .number, .text: true
    case .yesNo, .choice, .texts: false
    }
  }
}
