/// Plays a flow: a pure function of the flow, a state and a move.
///
/// The engine does not access files, the clock or the network. An invalid or late move leaves the
/// state unchanged and returns the reason.
package struct FlowEngine: Sendable {
  package let flow: Flow

  package init(_ flow: Flow) { self.flow = flow }

  /// Applies a move to a state.
  package func play(_ state: FlowState, _ move: Move) -> Turn {
    var turn = Turn(state: state)
    switch move {
    case .open(let now): open(&turn, now)
    case .input(let fact, let value): input(&turn, fact, value)
    case .host(let fact, let value): host(&turn, fact, value)
    case .tap(let place): tap(&turn, place)
    case .answer(let isMeant): answer(&turn, isMeant)
    case .back: back(&turn)
    case .ended(let effect, let outcome, let found): ended(&turn, effect, outcome, found)
    case .progress(let effect, let progress): report(&turn, effect, progress)
    case .elapsed: elapsed(&turn)
    case .restart: restart(&turn)
    }
    // Drop the pending confirmation of an action that is no longer available.
    if let asking = turn.state.asking, action(asking, in: turn.state) == nil {
      turn.state.asking = nil
    }
    // An ignored move has no side effects.
    if turn.ignored != nil { turn = Turn(state: state, ignored: turn.ignored) }
    return turn
  }

  // MARK: - Actions

  /// The action at a position, or nil if it is not available in the state.
  package func action(_ place: ActionPlace, in state: FlowState) -> Action? {
    guard let step = state.step else { return nil }
    let found: Action?
    switch place {
    case .step(let number):
      let actions = flow.steps[step].actions
      found = actions.indices.contains(number) ? actions[number] : nil
    case .always(let number):
      found = flow.always.indices.contains(number) ? flow.always[number] : nil
    case .notice(let notice, let number):
      guard flow.notices.indices.contains(notice), flow.notices[notice].when.holds(state.facts),
        flow.notices[notice].actions.indices.contains(number)
      else { return nil }
      found = flow.notices[notice].actions[number]
    }
    guard let found, found.when?.holds(state.facts) ?? true, isOfUse(found, in: state) else {
      return nil
    }
    return found
  }

  /// Whether an action would have an effect: Resume requires a paused task, and Help has no effect
  /// at the help step.
  func isOfUse(_ action: Action, in state: FlowState) -> Bool {
    if let task = action.doing.task {
      guard let running = state.waiting.first(where: { $0.effect == task.effect }) else {
        return false
      }
      switch task.command {
      case .pause: return !running.isPaused
      case .resume: return running.isPaused
      case .cancel: return true
      }
    }
    return action.doing.target != state.step.map(Target.step) || action.doing.effect != nil
      || action.doing.link != nil || !action.doing.settings.isEmpty
  }

  func tap(_ turn: inout Turn, _ place: ActionPlace) {
    guard let action = action(place, in: turn.state) else {
      turn.ignored = .notThere
      return
    }
    guard action.need?.holds(turn.state.facts) ?? true else {
      turn.ignored = .gate(place)
      return
    }
    if let effect = action.doing.effect?.place,
      turn.state.waiting.contains(where: { $0.effect == effect })
    {
      turn.ignored = .busy
      return
    }
    if action.confirms, turn.state.asking != place {
      turn.state.asking = place
      return
    }
    turn.state.asking = nil
    turn.state.said = nil
    perform(&turn, action.doing, from: .action(place))
  }

  func answer(_ turn: inout Turn, _ isMeant: Bool) {
    guard let place = turn.state.asking else {
      turn.ignored = .notThere
      return
    }
    if isMeant { return tap(&turn, place) }
    turn.state.asking = nil
  }

  func perform(_ turn: inout Turn, _ doing: Doing, from place: DoingPlace) {
    set(&turn, doing.settings, byFlow: true)
    if let task = doing.task { tell(&turn, task.command, task.effect) }
    if let effect = doing.effect, let step = turn.state.step,
      !turn.state.waiting.contains(where: { $0.effect == effect.place })
    {
      turn.state.waiting.append(
        FlowState.Waiting(effect: effect.place, step: step, from: place))
      turn.asked.append(.effect(effect.place))
    }
    if let link = doing.link { turn.asked.append(.open(link: link)) }
    if let target = doing.target { go(&turn, to: target) }
  }
}
