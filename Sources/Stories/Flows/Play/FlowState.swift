/// How far somebody is in a flow: all that has to be kept.
package struct FlowState: Sendable, Hashable {
  /// The place of the step that is shown; nil: none, the flow waits for its next occasion.
  package var step: Int?
  /// Steps that can be gone back to, the last one last; none of them twice.
  package var history: [Int] = []
  /// One for each fact.
  package var facts: [FactValue]
  /// An action that asks whether it is meant.
  package var asking: ActionPlace?
  /// What the host was asked for and has not answered.
  package var waiting: [Waiting] = []
  /// A sentence that the last outcome left.
  package var said: Said?
  /// Milestones that were told, by their places.
  package var told: Set<Int> = []
  /// Milestones that somebody has still to see celebrated, the first one first.
  package var owed: [Int] = []
  /// The version that was finished last; nil: none.
  package var finished: Int?
  /// Seconds since 1970 of the last opening; nil: it was never opened.
  package var lastUse: Int?

  /// An effect on its way.
  package struct Waiting: Sendable, Hashable {
    package let effect: Int
    /// The step that asked for it.
    package let step: Int
    package let from: DoingPlace
    package var isPaused = false
    package var progress: Progress?
  }

  /// How far a task is.
  package struct Progress: Sendable, Hashable {
    package let done: Int
    package let total: Int
    /// Nil: not known.
    package let secondsLeft: Int?

    package init(done: Int, total: Int, secondsLeft: Int?) {
      (self.done, self.total, self.secondsLeft) = (done, total, secondsLeft)
    }

    /// 0…100, rounded down.
    package var percent: Int {
      // As numbers that cannot run over: a state that was kept may say anything.
      total > 0 ? Int(min(100, Double(max(0, done)) * 100 / Double(total))) : 0
    }
  }

  /// A sentence of an outcome, by the step that it belongs to.
  package struct Said: Sendable, Hashable {
    package let from: DoingPlace
    package let step: Int
    package let name: String
  }

  /// Nobody has begun.
  package init(_ flow: Flow) { facts = flow.facts.map(\.standard) }
}

/// Where an action is.
package enum ActionPlace: Sendable, Hashable {
  /// Of the present step.
  case step(Int)
  case always(Int)
  case notice(Int, Int)
}

/// What asked for an effect.
package enum DoingPlace: Sendable, Hashable {
  case action(ActionPlace)
  case enter
  case after
}
