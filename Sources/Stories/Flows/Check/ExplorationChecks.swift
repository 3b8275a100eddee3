import WallfarmPluginKit

/// The checks that need all reachable states of a flow.
struct ExplorationChecks {
  private let flow: Flow
  private let all: Exploration
  private let engine: FlowEngine

  init(_ flow: Flow, _ exploration: Exploration) {
    self.flow = flow
    all = exploration
    engine = FlowEngine(flow)
  }

  /// Whether the story has ended in a state; if the flow has no end, whether the state shows the
  /// first step.
  private func isGoal(_ place: Int) -> Bool {
    guard flow.ends else { return all.step(place) == flow.start }
    guard all.step(place) == nil else { return false }
    return all.state(place).finished == flow.version
  }

  private var goals: [Bool] { (0..<all.count).map(isGoal) }

  // MARK: - Tips

  func tips() -> [FlowFinding] {
    guard flow.notices.contains(where: { $0.tip != nil }) else { return [] }
    for place in 0..<all.count where engine.tips(all.state(place)).count > 1 {
      let step = all.step(place).map { flow.steps[$0] } ?? flow.steps[flow.start]
      return [
        FlowFinding(
          .flowTwoTips, "two tips are due at the same time at the step '\(step.name)'",
          origin: step.origin, way: all.way(to: place),
          hint: "show one of them at another step, or under another condition")
      ]
    }
    return []
  }

  // MARK: - Ends

  /// Reports actions that try to end the story while a success criterion is unmet.
  func endings() -> [FlowFinding] {
    all.refused.map { refused in
      let criterion = flow.success[refused.criterion]
      let step = all.step(refused.state).map { flow.steps[$0].name } ?? ""
      return FlowFinding(
        .flowEndsTooSoon,
        "the step '\(step)' ends the flow although the success criterion '\(criterion.name)' is "
          + "not met",
        origin: criterion.origin, way: all.way(to: refused.state, then: refused.move),
        hint: "add 'need' to the action, and add a text with the key ACTION.why")
    }
  }

  /// Reports criteria that hold in every state and therefore check nothing.
  func criteria() -> [FlowFinding] {
    flow.success.compactMap { criterion in
      let isIdle = !(0..<all.count).contains { !criterion.condition.holds(all.state($0).facts) }
      return isIdle
        ? FlowFinding(
          .flowCriterionIdle, "the success criterion '\(criterion.name)' is always met",
          origin: criterion.origin,
          hint: "remove it, or change the default of a fact that it tests") : nil
    }
  }

  // MARK: - Reachability

  func unreachable() -> [FlowFinding] {
    var seen = Set<Int>()
    for place in 0..<all.count { if let step = all.step(place) { seen.insert(step) } }
    // A step that is always skipped is also reported, because it is never shown.
    var findings = flow.steps.indices.filter { !seen.contains($0) }.map { step in
      FlowFinding(
        .flowStepUnreachable, "no action leads to the step '\(flow.steps[step].name)'",
        origin: flow.steps[step].origin, hint: "add an action that goes there, or remove the step")
    }
    for (place, action, parent) in actions where !isEverThere(place, seen) {
      findings.append(
        FlowFinding(
          .flowActionUnreachable, "the action '\(action.name)' of \(parent) is never available",
          origin: action.origin, hint: "check whether its 'when' can be true"))
    }
    return findings
  }

  /// The position of an action, and the step at which the action is available.
  private struct Spot {
    let place: ActionPlace
    /// The index of the step, or nil if the action is available at every step.
    let step: Int?
  }

  /// Every action, with the name of its owner for messages.
  private var actions: [(Spot, Action, String)] {
    flow.steps.enumerated().flatMap { step, own in
      own.actions.enumerated().map {
        (Spot(place: .step($0), step: step), $1, "the step '\(own.name)'")
      }
    }
      + flow.always.enumerated().map { (Spot(place: .always($0), step: nil), $1, "'always'") }
      + flow.notices.enumerated().flatMap { notice, own in
        own.actions.enumerated().map {
          (Spot(place: .notice(notice, $0), step: nil), $1, "the notice '\(own.name)'")
        }
      }
  }

  private func isEverThere(_ spot: Spot, _ seen: Set<Int>) -> Bool {
    if let step = spot.step, !seen.contains(step) { return true }
    return (0..<all.count).contains { place in
      guard let shown = all.step(place), spot.step == nil || spot.step == shown else {
        return false
      }
      return engine.action(spot.place, in: all.state(place)) != nil
    }
  }

  /// Reports states from which the end cannot be reached, one state for each step.
  func traps() -> [FlowFinding] {
    let goals = goals
    guard goals.contains(true) else {
      return [
        FlowFinding(
          .flowEndless, "the flow never ends, because no action goes to 'finish'",
          origin: flow.steps[flow.start].origin,
          hint: "add an action that goes to 'finish' when 'success' is met")
      ]
    }
    // Exclude moves by which the host reports a value, because the user cannot cause them.
    let leads = all.leading(to: goals) { !isHost($0) }
    var found: [Int: Int] = [:]
    var ends: [Int: Bool] = [:]
    for place in 0..<all.count where !leads[place] {
      guard let step = all.step(place) else { continue }
      let isEnd = nothingCanBeDone(at: place)
      if found[step] == nil || isEnd && ends[step] == false {
        (found[step], ends[step]) = (place, isEnd)
      }
    }
    // If there are dead ends, report only them, and omit the steps that merely lead to a dead end.
    let shown = ends.values.contains(true) ? found.filter { ends[$0.key] == true } : found
    return shown.sorted { $0.value < $1.value }.prefix(ends.values.contains(true) ? 20 : 1).map {
      step, place in
      let name = flow.steps[step].name
      return ends[step] == true
        ? FlowFinding(
          .flowDeadEnd, "no action is available at the step '\(name)'",
          origin: flow.steps[step].origin, way: all.way(to: place),
          hint: "add an action without conditions")
        : FlowFinding(
          .flowTrap, "the end cannot be reached from the step '\(name)'",
          origin: flow.steps[step].origin, way: all.way(to: place),
          hint: "add an action that leads forward or back")
    }
  }

  private func isHost(_ label: Int) -> Bool {
    if case .host = all.moves[label] { true } else { false }
  }

  /// Whether a state offers no move that the user can make.
  ///
  /// Reopening the flow, a value from the host and the end of an effect do not count as moves of
  /// the user.
  private func nothingCanBeDone(at place: Int) -> Bool {
    all.edges(of: place).allSatisfy { edge in
      switch all.moves[Int(all.labels[edge])] {
      case .open, .host, .ended: true
      default: false
      }
    }
  }

  // MARK: - Gates

  func gates() -> [FlowFinding] {
    var findings: [FlowFinding] = []
    for (spot, action, parent) in actions where action.need != nil {
      if all.unvisited == 0, !canOpen(action, spot) {
        findings.append(
          FlowFinding(
            .flowGateShut, "the gate '\(action.name)' of \(parent) never opens",
            origin: action.origin, hint: "make its 'need' true at this step or before it"))
      }
    }
    let first = firstSeen
    for step in flow.steps.indices { findings += goneRound(step, first) }
    return findings
  }

  private func canOpen(_ action: Action, _ spot: Spot) -> Bool {
    (0..<all.count).contains { number in
      guard let shown = all.step(number), spot.step == nil || spot.step == shown else {
        return false
      }
      let state = all.state(number)
      return engine.action(spot.place, in: state) != nil
        && action.need?.holds(state.facts) == true
    }
  }

  /// The first state in which each step is shown.
  private var firstSeen: [Int: Int] {
    var first: [Int: Int] = [:]
    for place in 0..<all.count {
      if let step = all.step(place), first[step] == nil { first[step] = place }
    }
    return first
  }

  /// Reports a step that can be reached while the gates of all actions that lead to it are closed.
  private func goneRound(_ step: Int, _ first: [Int: Int]) -> [FlowFinding] {
    // Ignore the gates of steps that first appear later, because their actions lead back to a step
    // that was already reached without passing these gates.
    let gates = flow.steps.enumerated().filter { place, _ in
      (first[place] ?? Int.max) < (first[step] ?? 0)
    }.flatMap(\.element.actions).filter { $0.need != nil && $0.leads(to: step) }
    guard !gates.isEmpty, !flow.steps[step].isAside else { return [] }
    for place in 0..<all.count where all.step(place) != step {
      for edge in all.edges(of: place) where all.step(Int(all.targets[edge])) == step {
        switch all.moves[Int(all.labels[edge])] {
        case .back, .open, .restart, .host: continue
        default: break
        }
        let (before, after) = (all.state(place), all.state(Int(all.targets[edge])))
        // A step that was visited before can be visited again.
        if before.history.contains(step) || wentThroughGate(Int(all.labels[edge]), before, to: step)
        {
          continue
        }
        let isMet = gates.contains { gate in
          gate.need?.holds(before.facts) == true || gate.need?.holds(after.facts) == true
        }
        guard !isMet else { continue }
        return [
          FlowFinding(
            .flowGateGoneRound,
            "the step '\(flow.steps[step].name)' can be reached while the gate "
              + "'\(gates[0].name)' is closed",
            origin: gates[0].origin,
            way: all.way(to: place, then: Int(all.labels[edge])),
            hint: "add the same 'need' to every action that leads there")
        ]
      }
    }
    return []
  }

  /// Whether a move ends an effect that was requested by an action that has a gate and leads to the
  /// step.
  private func wentThroughGate(_ label: Int, _ state: FlowState, to step: Int) -> Bool {
    guard case .ended(let effect, _, _) = all.moves[label],
      let waiting = state.waiting.first(where: { $0.effect == effect }),
      case .action(.step(let number)) = waiting.from
    else { return false }
    let action = flow.steps[waiting.step].actions[number]
    return action.need != nil && action.leads(to: step)
  }

  // MARK: - Effects

  /// Reports effects that block the end if they keep failing, unless `mustSucceed` gives a reason.
  func effects() -> [FlowFinding] {
    let goals = goals
    return flow.effects.indices.compactMap { effect -> FlowFinding? in
      guard flow.effects[effect].mustSucceed == nil else { return nil }
      let fails = { (label: Int) -> Bool in
        // Of the moves that end the effect, allow only failures that report no facts.
        guard case .ended(effect, let outcome, let found) = all.moves[label] else { return true }
        return outcome > 0 && found.isEmpty
      }
      let reached = all.reachable(over: fails)
      let leads = all.leading(to: goals) { fails($0) && !isHost($0) }
      let stuck = reached.indices.first { place in
        reached[place] && !leads[place] && all.step(place) != nil
      }
      guard let stuck else {
        return nil
      }
      let name = flow.effects[effect].name
      return FlowFinding(
        .flowEffectNeeded, "if the effect '\(name)' always fails, the flow cannot end",
        origin: flow.effects[effect].origin, way: all.way(to: stuck),
        hint: "handle its failure, or state in 'mustSucceed' why it must succeed")
    }
  }
}

extension Action {
  fileprivate func leads(to step: Int) -> Bool { doing.targets.contains(.step(step)) }
}
