/// Progress and results of the effects that a host performs.
extension FlowEngine {
  func tell(_ turn: inout Turn, _ command: TaskCommand, _ effect: Int) {
    guard let place = turn.state.waiting.firstIndex(where: { $0.effect == effect }) else { return }
    switch command {
    case .pause: turn.state.waiting[place].isPaused = true
    case .resume: turn.state.waiting[place].isPaused = false
    case .cancel: turn.state.waiting.remove(at: place)
    }
    turn.asked.append(.task(command, effect: effect))
  }

  func ended(_ turn: inout Turn, _ effect: Int, _ outcome: Int, _ found: [Flow.Setting]) {
    guard let place = turn.state.waiting.firstIndex(where: { $0.effect == effect }) else {
      turn.ignored = .late
      return
    }
    let known = flow.effects[effect]
    if let wrong = found.first(where: {
      !known.gives.contains($0.fact) || !flow.facts[$0.fact].accepts($0.value)
    }) {
      turn.ignored = .invalid(fact: wrong.fact)
      return
    }
    guard known.outcomes.indices.contains(outcome) else {
      turn.ignored = .notThere
      return
    }
    let waiting = turn.state.waiting.remove(at: place)
    set(&turn, found)
    // A stored state may combine an effect with an action that does not request this effect.
    guard let own = doing(of: waiting)?.effect, own.place == effect,
      let then = own.then.indices.contains(outcome) ? own.then[outcome] : nil
    else { return }
    set(&turn, then.settings, byFlow: true)
    // Do not move a user who has already left the step.
    guard turn.state.step == waiting.step else { return }
    if let target = then.target { go(&turn, to: target) } else { passOver(&turn) }
    // Set the sentence after moving, so that it appears at the target step.
    guard turn.ignored == nil, turn.state.step != nil else { return }
    turn.state.said = then.says.map {
      FlowState.Said(from: waiting.from, step: waiting.step, name: $0)
    }
  }

  /// Returns the ``Doing`` that requested an effect, even if the action that contains it is no
  /// longer available.
  func doing(of waiting: FlowState.Waiting) -> Doing? {
    switch waiting.from {
    case .enter: flow.steps[waiting.step].enter
    case .after: flow.steps[waiting.step].after?.doing
    case .action(.step(let number)): flow.steps[waiting.step].actions[number].doing
    case .action(.always(let number)): flow.always[number].doing
    case .action(.notice(let notice, let number)): flow.notices[notice].actions[number].doing
    }
  }

  func report(_ turn: inout Turn, _ effect: Int, _ progress: FlowState.Progress) {
    guard let place = turn.state.waiting.firstIndex(where: { $0.effect == effect }),
      flow.effects[effect].isTask
    else {
      turn.ignored = .late
      return
    }
    let before = turn.state.waiting[place].progress?.percent ?? 0
    turn.state.waiting[place].progress = progress
    // Announce progress every 10 percent, so that screen readers do not speak constantly.
    if progress.percent / 10 > before / 10 {
      turn.asked.append(.announce(effect: effect, percent: progress.percent))
    }
  }

  func elapsed(_ turn: inout Turn) {
    guard let step = turn.state.step, let after = flow.steps[step].after else {
      turn.ignored = .late
      return
    }
    turn.state.said = nil
    perform(&turn, after.doing, from: .after)
  }
}
