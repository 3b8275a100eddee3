/// Plays a flow: a pure function of it, a state and a move.
///
/// It knows no files, no clock and no network. What is unknown or late changes nothing, and says so.
package struct FlowEngine: Sendable {
  package let flow: Flow

  package init(_ flow: Flow) { self.flow = flow }

  /// What comes of a move.
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
    // A question about something that is no longer there.
    if let asking = turn.state.asking, action(asking, in: turn.state) == nil {
      turn.state.asking = nil
    }
    // What changes nothing leaves nothing behind.
    if turn.ignored != nil { turn = Turn(state: state, ignored: turn.ignored) }
    return turn
  }

  // MARK: - Opening

  private func open(_ turn: inout Turn, _ now: Int) {
    // Compared before it is replaced: afterwards nobody was ever absent.
    let last = turn.state.lastUse
    turn.state.lastUse = now
    if turn.state.step != nil {
      if let owed = turn.state.owed.first, let step = flow.milestones[owed].owes {
        turn.state.owed.removeFirst()
        go(&turn, to: .step(step))
      } else {
        wake(&turn)
      }
      return
    }
    if let owed = turn.state.owed.first, let step = flow.milestones[owed].owes {
      turn.state.owed.removeFirst()
      begin(&turn, at: step)
    } else if let finished = turn.state.finished {
      if let news = flow.news.filter({ $0.version >= finished && finished < flow.version }).min(
        by: { $0.version < $1.version })
      {
        begin(&turn, at: news.step)
      } else if wasAbsent(since: last, now) {
        begin(&turn, at: flow.start)
      }
    } else if last == nil ? flow.trigger.firstUse : wasAbsent(since: last, now) {
      begin(&turn, at: flow.start)
    }
  }

  /// Somebody who left in the middle finds the step as it was.
  ///
  /// What runs by itself is asked for again, because the host that was asked may be gone. What was tapped is
  /// not: a browser that opens by itself surprises, and a person can tap again.
  private func wake(_ turn: inout Turn) {
    turn.state.waiting.removeAll { waiting in
      if case .action = waiting.from { !flow.effects[waiting.effect].isTask } else { false }
    }
    turn.asked += turn.state.waiting.filter { !$0.isPaused }.map { .effect($0.effect) }
    guard let step = turn.state.step, let after = flow.steps[step].after else { return }
    turn.asked.append(.timer(after.seconds))
  }

  private func wasAbsent(since last: Int?, _ now: Int) -> Bool {
    guard let last, let days = flow.trigger.absentDays else { return false }
    return now - last >= days * 86_400
  }

  private func restart(_ turn: inout Turn) {
    let (lastUse, finished) = (turn.state.lastUse, turn.state.finished)
    turn.state = FlowState(flow)
    (turn.state.lastUse, turn.state.finished) = (lastUse, finished)
    begin(&turn, at: flow.start)
  }

  private func begin(_ turn: inout Turn, at step: Int) {
    turn.state.step = nil
    turn.state.history = []
    go(&turn, to: .step(step))
  }

  // MARK: - Facts

  private func input(_ turn: inout Turn, _ fact: Int, _ value: FactValue) {
    guard let step = turn.state.step, flow.steps[step].ask.contains(fact) else {
      turn.ignored = .notThere
      return
    }
    // What a host was given does not change under its hands: a gate would be open that was shut.
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
    // A field that was emptied is as it was at the beginning.
    let said = value == .unknown ? flow.facts[fact].standard : value
    set(&turn, [Flow.Setting(fact: fact, value: said)])
  }

  private func host(_ turn: inout Turn, _ fact: Int, _ value: FactValue) {
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

  /// Gives facts values, and forgets what depended on those that changed.
  ///
  /// Only the flow itself begins anew with a milestone, by taking its fact back: a host that counts wrongly for a
  /// moment must not have it told twice.
  private func set(_ turn: inout Turn, _ settings: [Flow.Setting], byFlow: Bool = false) {
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

  // MARK: - Actions

  /// The action at a place; nil where it is not there now.
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

  /// A task can be paused while it runs, and resumed while it does not; help leads nowhere from help.
  private func isOfUse(_ action: Action, in state: FlowState) -> Bool {
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
      || !action.doing.settings.isEmpty
  }

  private func tap(_ turn: inout Turn, _ place: ActionPlace) {
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

  private func answer(_ turn: inout Turn, _ isMeant: Bool) {
    guard let place = turn.state.asking else {
      turn.ignored = .notThere
      return
    }
    if isMeant { return tap(&turn, place) }
    turn.state.asking = nil
  }

  private func perform(_ turn: inout Turn, _ doing: Doing, from place: DoingPlace) {
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

  private func tell(_ turn: inout Turn, _ command: TaskCommand, _ effect: Int) {
    guard let place = turn.state.waiting.firstIndex(where: { $0.effect == effect }) else { return }
    switch command {
    case .pause: turn.state.waiting[place].isPaused = true
    case .resume: turn.state.waiting[place].isPaused = false
    case .cancel: turn.state.waiting.remove(at: place)
    }
    turn.asked.append(.task(command, effect: effect))
  }

  // MARK: - Effects

  private func ended(_ turn: inout Turn, _ effect: Int, _ outcome: Int, _ found: [Flow.Setting]) {
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
    // A state that was kept may name an action that asks for something else.
    guard let own = doing(of: waiting)?.effect, own.place == effect,
      let then = own.then.indices.contains(outcome) ? own.then[outcome] : nil
    else { return }
    set(&turn, then.settings, byFlow: true)
    // Somebody who has gone on is not fetched back.
    guard turn.state.step == waiting.step else { return }
    if let target = then.target { go(&turn, to: target) } else { passOver(&turn) }
    // Said where it leads to, so that it is seen.
    guard turn.ignored == nil, turn.state.step != nil else { return }
    turn.state.said = then.says.map {
      FlowState.Said(from: waiting.from, step: waiting.step, name: $0)
    }
  }

  /// What asked for an effect, whether or not it could be taken now.
  private func doing(of waiting: FlowState.Waiting) -> Doing? {
    switch waiting.from {
    case .enter: flow.steps[waiting.step].enter
    case .after: flow.steps[waiting.step].after?.doing
    case .action(.step(let number)): flow.steps[waiting.step].actions[number].doing
    case .action(.always(let number)): flow.always[number].doing
    case .action(.notice(let notice, let number)): flow.notices[notice].actions[number].doing
    }
  }

  private func report(_ turn: inout Turn, _ effect: Int, _ progress: FlowState.Progress) {
    guard let place = turn.state.waiting.firstIndex(where: { $0.effect == effect }),
      flow.effects[effect].isTask
    else {
      turn.ignored = .late
      return
    }
    let before = turn.state.waiting[place].progress?.percent ?? 0
    turn.state.waiting[place].progress = progress
    // About every tenth is said aloud: more would be noise.
    if progress.percent / 10 > before / 10 {
      turn.asked.append(.announce(effect: effect, percent: progress.percent))
    }
  }

  private func elapsed(_ turn: inout Turn) {
    guard let step = turn.state.step, let after = flow.steps[step].after else {
      turn.ignored = .late
      return
    }
    turn.state.said = nil
    perform(&turn, after.doing, from: .after)
  }

  // MARK: - Going

  private func back(_ turn: inout Turn) {
    if turn.state.asking != nil {
      turn.state.asking = nil
      return
    }
    guard let step = turn.state.step, flow.steps[step].allowsBack,
      let before = turn.state.history.popLast()
    else {
      turn.ignored = .notThere
      return
    }
    turn.state.said = nil
    arrive(&turn, at: before)
  }

  private func go(_ turn: inout Turn, to target: Target) {
    turn.state.asking = nil
    switch target {
    case .step(let step):
      let left = turn.state.step
      if let place = turn.state.history.firstIndex(of: step) {
        // Met again: what came after it is undone.
        turn.state.history.removeSubrange(place...)
      } else if let left, left != step, !flow.steps[left].isAside {
        turn.state.history.append(left)
      }
      if left != step { turn.state.said = nil }
      arrive(&turn, at: step)
    case .back:
      guard let before = turn.state.history.popLast() else { return go(&turn, to: .leave) }
      turn.state.said = nil
      arrive(&turn, at: before)
    case .leave:
      turn.asked.append(.left)
    case .finish:
      if let missing = flow.success.firstIndex(where: { !$0.condition.holds(turn.state.facts) }) {
        turn.ignored = .notYet(missing)
        return
      }
      turn.state.step = nil
      turn.state.history = []
      turn.state.waiting = []
      turn.state.said = nil
      turn.state.finished = flow.version
      set(&turn, flow.finish, byFlow: true)
      turn.asked.append(.finished)
    }
  }

  private func arrive(_ turn: inout Turn, at step: Int) {
    turn.arrivals += 1
    // Steps that only lead on to each other are a mistake that a check finds; here they end somewhere.
    guard turn.arrivals <= 2 * flow.steps.count else {
      turn.ignored = .notThere
      return
    }
    turn.state.step = step
    // A celebration that is seen is owed no more, however it was come to.
    turn.state.owed.removeAll { flow.milestones[$0].owes == step }
    if let pass = flow.steps[step].pass, pass.when.holds(turn.state.facts) {
      return passOver(&turn)
    }
    if let enter = flow.steps[step].enter { perform(&turn, enter, from: .enter) }
    if turn.state.step == step, let after = flow.steps[step].after {
      turn.asked.append(.timer(after.seconds))
    }
  }

  /// Leaves a step that need not be seen; a circle of such steps is refused when a flow is read.
  private func passOver(_ turn: inout Turn) {
    guard let step = turn.state.step, let pass = flow.steps[step].pass,
      pass.when.holds(turn.state.facts)
    else { return }
    // It was not seen, so it cannot be gone back to.
    let history = turn.state.history
    go(&turn, to: pass.target)
    if turn.state.step != nil {
      turn.state.history.removeAll { $0 == step && !history.contains(step) }
    }
  }
}
