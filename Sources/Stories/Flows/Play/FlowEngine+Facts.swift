/// Facts that the user enters or the host reports.
extension FlowEngine {
  func input(_ turn: inout Turn, _ fact: Int, _ value: FactValue) {
    guard let step = turn.state.step, flow.steps[step].ask.contains(fact) else {
      turn.ignored = .notThere
      return
    }
    // Reject input while an effect that was requested at this step is running, because the input
    // could close the gate that the user passed to request the effect.
    let isUnderWay = turn.state.waiting.contains { waiting in
      waiting.step == step && !flow.effects[waiting.effect].isTask
    }
    guard !isUnderWay else {
      turn.ignored = .busy
      return
    }
    guard flow.facts[fact].accepts(value) else {
      turn.ignored = .invalid(fact: fact)
      return
    }
    // Clearing a field restores the default value.
    let said = value == .unknown ? flow.facts[fact].standard : value
    set(&turn, [Flow.Setting(fact: fact, value: said)])
  }

  func host(_ turn: inout Turn, _ fact: Int, _ value: FactValue) {
    guard flow.facts[fact].source == .host else {
      turn.ignored = .notThere
      return
    }
    guard flow.facts[fact].accepts(value) else {
      turn.ignored = .invalid(fact: fact)
      return
    }
    set(&turn, [Flow.Setting(fact: fact, value: value)])
    passOver(&turn)
  }

  /// Sets facts, and resets the facts that depend on a changed fact.
  ///
  /// Only the flow itself can reset a milestone, by resetting its fact. A wrong count from the host
  /// must not cause a milestone to be announced twice.
  func set(_ turn: inout Turn, _ settings: [Flow.Setting], byFlow: Bool = false) {
    for setting in settings where turn.state.facts[setting.fact] != setting.value {
      turn.state.facts[setting.fact] = setting.value
      for (place, fact) in flow.facts.enumerated() where fact.clearedBy.contains(setting.fact) {
        turn.state.facts[place] = fact.standard
      }
    }
    for (place, milestone) in flow.milestones.enumerated() {
      let (value, standard) = (
        turn.state.facts[milestone.fact], flow.facts[milestone.fact].standard
      )
      let isReached = value != .unknown && (value.count ?? 0) >= milestone.at
      if byFlow, value == standard, !isReached {
        turn.state.told.remove(place)
        turn.state.owed.removeAll { $0 == place }
      } else if isReached, turn.state.told.insert(place).inserted {
        turn.asked.append(.milestone(place))
        if milestone.owes != nil { turn.state.owed.append(place) }
      }
    }
  }
}
