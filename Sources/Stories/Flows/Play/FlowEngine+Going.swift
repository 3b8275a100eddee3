/// Opening a flow and moving between its steps.
extension FlowEngine {
  func open(_ turn: inout Turn, _ now: Int) {
    // Read the last use before it is overwritten.
    let last = turn.state.lastUse
    turn.state.lastUse = now
    if turn.state.step != nil {
      wake(&turn)
      if let owed = turn.state.owed.first, let step = flow.milestones[owed].owes {
        turn.state.owed.removeFirst()
        go(&turn, to: .step(step))
      } else {
        startTimer(&turn)
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

  /// Resumes a flow that was left in the middle.
  ///
  /// Tasks that are not paused, and effects that started without a tap, are requested again,
  /// because the host that was running them may have ended. Other effects of tapped actions are not
  /// requested again: it is better to make the user tap again than to open a browser unexpectedly.
  func wake(_ turn: inout Turn) {
    turn.state.waiting.removeAll { waiting in
      if case .action = waiting.from { !flow.effects[waiting.effect].isTask } else { false }
    }
    turn.asked += turn.state.waiting.filter { !$0.isPaused }.map { .effect($0.effect) }
  }

  /// Starts the timer of a step that advances by itself.
  private func startTimer(_ turn: inout Turn) {
    guard let step = turn.state.step, let after = flow.steps[step].after else { return }
    turn.asked.append(.timer(after.seconds))
  }

  func wasAbsent(since last: Int?, _ now: Int) -> Bool {
    guard let last, let days = flow.trigger.absentDays else { return false }
    return now - last >= days * 86_400
  }

  func restart(_ turn: inout Turn) {
    let (lastUse, finished) = (turn.state.lastUse, turn.state.finished)
    stopTasks(&turn)
    turn.state = FlowState(flow)
    (turn.state.lastUse, turn.state.finished) = (lastUse, finished)
    begin(&turn, at: flow.start)
  }

  /// Cancels all tasks, because the state that waits for them is discarded.
  private func stopTasks(_ turn: inout Turn) {
    turn.asked += turn.state.waiting.map(\.effect).filter { flow.effects[$0].isTask }.map {
      .task(.cancel, effect: $0)
    }
    turn.state.waiting = []
  }

  func begin(_ turn: inout Turn, at step: Int) {
    turn.state.step = nil
    turn.state.history = []
    go(&turn, to: .step(step))
  }

  // MARK: - Navigation

  func back(_ turn: inout Turn) {
    if turn.state.asking != nil {
      turn.state.asking = nil
      return
    }
    guard let place = placeBefore(turn.state) else {
      turn.ignored = .notThere
      return
    }
    let before = turn.state.history[place]
    turn.state.history.removeSubrange(place...)
    turn.state.said = nil
    arrive(&turn, at: before)
  }

  /// The index in `history` of the step that Back leads to; steps whose `pass` condition holds are
  /// skipped.
  func placeBefore(_ state: FlowState) -> Int? {
    guard let step = state.step, flow.steps[step].allowsBack else { return nil }
    return state.history.lastIndex { !isPassedOver($0, state) }
  }

  private func isPassedOver(_ step: Int, _ state: FlowState) -> Bool {
    flow.steps[step].pass?.when.holds(state.facts) ?? false
  }

  func go(_ turn: inout Turn, to target: Target) {
    turn.state.asking = nil
    switch target {
    case .step(let step):
      let left = turn.state.step
      if let place = turn.state.history.firstIndex(of: step) {
        // Returning to a visited step drops the history after it.
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
      stopTasks(&turn)
      turn.state.said = nil
      turn.state.finished = flow.version
      set(&turn, flow.finish, byFlow: true)
      turn.asked.append(.finished)
    }
  }

  func arrive(_ turn: inout Turn, at step: Int) {
    turn.arrivals += 1
    // The checker reports steps that form a cycle; this limit ends the cycle at run time.
    guard turn.arrivals <= 2 * flow.steps.count else {
      turn.ignored = .notThere
      return
    }
    turn.state.step = step
    // Arriving at a step clears the pending celebrations that the step shows, regardless of how the
    // step was reached.
    turn.state.owed.removeAll { flow.milestones[$0].owes == step }
    if isPassedOver(step, turn.state) { return passOver(&turn) }
    if let enter = flow.steps[step].enter { perform(&turn, enter, from: .enter) }
    if turn.state.step == step { startTimer(&turn) }
  }

  /// Skips the current step if its `pass` condition holds; ``arrive(_:at:)`` limits the length of a
  /// cycle.
  func passOver(_ turn: inout Turn) {
    guard let step = turn.state.step, let pass = flow.steps[step].pass,
      pass.when.holds(turn.state.facts)
    else { return }
    // A step that was not shown is not a target for Back.
    let history = turn.state.history
    go(&turn, to: pass.target)
    if turn.state.step != nil {
      turn.state.history.removeAll { $0 == step && !history.contains(step) }
    }
  }
}
