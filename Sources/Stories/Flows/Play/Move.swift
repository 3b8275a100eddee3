/// An external event that changes a flow's state.
package enum Move: Sendable, Hashable {
  /// The flow is opened; `now` is in seconds since 1970.
  case open(now: Int)
  /// The user answers a question of the step.
  case input(fact: Int, FactValue)
  /// The host reports a fact.
  case host(fact: Int, FactValue)
  case tap(ActionPlace)
  /// The user confirms or cancels the action that waits for confirmation.
  case answer(Bool)
  case back
  /// An effect ends with an outcome and the facts that the host found.
  case ended(effect: Int, outcome: Int, [Flow.Setting])
  /// A task reports its progress.
  case progress(effect: Int, FlowState.Progress)
  /// The timer of the current step fires.
  case elapsed
  /// The user starts over.
  case restart
}

/// A request to the host that results from a move.
package enum Asked: Sendable, Hashable {
  /// Perform an effect.
  case effect(Int)
  case task(TaskCommand, effect: Int)
  /// Send `elapsed` after this many seconds, unless the step has been left.
  case timer(Double)
  case open(link: Int)
  /// Announce a milestone.
  case milestone(Int)
  /// Announce to a screen reader what percentage of a task is complete.
  case announce(effect: Int, percent: Int)
  case finished
  case left
}

/// The result of a move.
package struct Turn: Sendable, Equatable {
  package var state: FlowState
  package var asked: [Asked] = []
  /// The reason why the move was ignored, if it was.
  package var ignored: Ignored?
  /// The number of steps entered during this move.
  var arrivals = 0
}

/// The reasons why a move is ignored.
package enum Ignored: Sendable, Hashable {
  /// The target of the move is not available.
  case notThere
  /// The gate of an action is closed; the view of the action contains the reason.
  case gate(ActionPlace)
  /// The same effect is already in progress.
  case busy
  /// The effect or timer is no longer pending.
  case late
  /// The fact does not accept the value.
  case invalid(fact: Int)
  /// A success criterion, given as an index into `success`, is unmet.
  case notYet(Int)
}
