/// A user's progress in a flow, as stored between uses.
package struct FlowState: Sendable, Hashable {
  /// The index of the current step; nil while the flow waits for its next trigger.
  package var step: Int?
  /// The steps to which Back can return, without duplicates; the most recent step is last.
  package var history: [Int] = []
  /// The values of the facts, in the order of `Flow.facts`.
  package var facts: [FactValue]
  /// The action that waits for confirmation.
  package var asking: ActionPlace?
  /// Effects that the host has not finished yet.
  package var waiting: [Waiting] = []
  /// The sentence to show after the last outcome.
  package var said: Said?
  /// Indices of the milestones that have been announced.
  package var told: Set<Int> = []
  /// Indices of the milestones whose celebration has not been shown yet, oldest first.
  package var owed: [Int] = []
  /// The version of the flow that the user finished last, if any.
  package var finished: Int?
  /// The time of the last opening in seconds since 1970, if any.
  package var lastUse: Int?

  /// An effect that is in progress.
  package struct Waiting: Sendable, Hashable {
    package let effect: Int
    /// The step that requested the effect.
    package let step: Int
    package let from: DoingPlace
    package var isPaused = false
    package var progress: Progress?
  }

  /// The progress of a task.
  package struct Progress: Sendable, Hashable {
    package let done: Int
    package let total: Int
    /// The estimated remaining time in seconds, if it is known.
    package let secondsLeft: Int?

    package init(done: Int, total: Int, secondsLeft: Int?) {
      (self.done, self.total, self.secondsLeft) = (done, total, secondsLeft)
    }

    /// The progress in percent, 0…100, rounded down.
    package var percent: Int {
      // Compute in floating point, because numbers in a stored state could overflow.
      total > 0 ? Int(min(100, Double(max(0, done)) * 100 / Double(total))) : 0
    }
  }

  /// A sentence to show after an outcome, with the step and the action, entry or timer that
  /// requested the effect.
  package struct Said: Sendable, Hashable {
    package let from: DoingPlace
    package let step: Int
    package let name: String
  }

  /// Creates the state of a flow that has not been opened.
  package init(_ flow: Flow) { facts = flow.facts.map(\.standard) }
}

/// The position of an action in a flow.
package enum ActionPlace: Sendable, Hashable {
  /// An action of the current step.
  case step(Int)
  case always(Int)
  case notice(Int, Int)
}

/// The source of a request for an effect.
package enum DoingPlace: Sendable, Hashable {
  case action(ActionPlace)
  case enter
  case after
}
