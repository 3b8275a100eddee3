/// Something that happens to a flow, from outside.
package enum Move: Sendable, Hashable {
  /// Somebody opens it; seconds since 1970.
  case open(now: Int)
  /// A person answers what the step asks.
  case input(fact: Int, FactValue)
  /// The host knows something.
  case host(fact: Int, FactValue)
  case tap(ActionPlace)
  /// Whether an action that asked was meant.
  case answer(Bool)
  case back
  /// An effect ended; with what the host found.
  case ended(effect: Int, outcome: Int, [Flow.Setting])
  /// A task is so far.
  case progress(effect: Int, FlowState.Progress)
  /// The time of a step that goes on by itself is over.
  case elapsed
  /// From the beginning, by hand.
  case restart
}

/// What a host is asked to do, after a move.
package enum Asked: Sendable, Hashable {
  /// Do what an effect says.
  case effect(Int)
  case task(TaskCommand, effect: Int)
  /// Come back with `elapsed` after so many seconds, unless the step was left.
  case timer(Double)
  case open(link: Int)
  /// Tell a milestone.
  case milestone(Int)
  /// Say to those who do not see it how far a task is, in percent.
  case announce(effect: Int, percent: Int)
  case finished
  case left
}

/// What came of a move.
package struct Turn: Sendable, Equatable {
  package var state: FlowState
  package var asked: [Asked] = []
  /// Why nothing changed; nil: it did, or there was nothing to say.
  package var ignored: Ignored?
  /// Steps that were come to within this move.
  var arrivals = 0
}

/// Why a move changed nothing.
package enum Ignored: Sendable, Hashable {
  /// Nothing of that kind is there now.
  case notThere
  /// A gate is shut; its action says why.
  case gate(ActionPlace)
  /// The same thing is on its way.
  case busy
  /// Nobody waits for it any more.
  case late
  /// The fact cannot have that value.
  case invalid(fact: Int)
  /// The story cannot end yet: a place in `success`.
  case notYet(Int)
}
