package import WallfarmPluginKit

/// One screen of a flow.
package struct Step: Sendable {
  package let name: String
  /// The part of the story to which the step belongs, for showing progress; nil if it belongs to
  /// none.
  package var part: String?
  /// Whether the step is outside the story, like help: leaving it returns to the previous step.
  package var isAside = false
  /// Whether Back is available at the step.
  package var allowsBack = true
  package var show: [Block] = []
  /// Indices of the facts that the step asks for.
  package var ask: [Int] = []
  package var actions: [Action] = []
  /// The consequences of entering the step.
  package var enter: Doing?
  /// The condition for skipping the step, and the target in that case.
  package var pass: (when: FlowCondition, target: Target)?
  /// The delay in seconds after which the step advances by itself, and the consequences when it
  /// does.
  package var after: (seconds: Double, doing: Doing)?
  /// The tip that the step shows, if any.
  package var tip: Tip?
  package let origin: Origin

  package init(name: String, origin: Origin) { (self.name, self.origin) = (name, origin) }

  /// Content that the step shows in addition to its title, optionally under a condition.
  package struct Block: Sendable {
    package enum Content: Sendable {
      /// Text, identified by the last component of its key.
      case text(String)
      /// A picture, by its index in `media`.
      case picture(Int)
      /// A film with equivalent texts; the user chooses between them.
      case film(Int, texts: [String])
    }

    package let content: Content
    package let when: FlowCondition?

    package init(_ content: Content, when: FlowCondition? = nil) {
      (self.content, self.when) = (content, when)
    }
  }

  /// A highlight around an element of the host's user interface.
  package struct Tip: Sendable, Hashable {
    /// The host's name for the highlighted element.
    package let target: String
    /// The clear margin around the target, in points.
    package let padding: Double
    /// The corner radius in points.
    package let radius: Double

    package init(target: String, padding: Double, radius: Double) {
      (self.target, self.padding, self.radius) = (target, padding, radius)
    }
  }
}

/// The target of an action.
package enum Target: Sendable, Hashable {
  case step(Int)
  /// The previous step.
  case back
  /// The end of the story.
  case finish
  /// Leaves the flow, to be resumed later.
  case leave
}

/// An action that the user can tap.
package struct Action: Sendable {
  package let name: String
  package let doing: Doing
  /// The condition for showing the action.
  package var when: FlowCondition?
  /// The gate: a condition for taking the action.
  ///
  /// While the condition is not met, the action is shown as blocked, with a reason.
  package var need: FlowCondition?
  /// Whether the action asks for confirmation.
  package var confirms = false
  package let origin: Origin

  package init(name: String, doing: Doing, origin: Origin) {
    (self.name, self.doing, self.origin) = (name, doing, origin)
  }
}

/// The consequences of an action: facts to set, an effect, a target, a link to open and a task
/// command.
package struct Doing: Sendable {
  package var settings: [Flow.Setting] = []
  /// The index of an effect, and the reaction to each of its outcomes.
  package var effect: (place: Int, then: [Outcome?])?
  package var target: Target?
  /// The index of a linked flow to open.
  package var link: Int?
  package var task: (command: TaskCommand, effect: Int)?

  package init() {}

  /// The reaction to an outcome of an effect.
  package struct Outcome: Sendable {
    package var settings: [Flow.Setting] = []
    package var target: Target?
    /// The last component of the text key of the sentence to show.
    package var says: String?

    package init() {}
  }
}

/// A command to the host that controls a running task.
package enum TaskCommand: String, Sendable, CaseIterable {
  case pause, resume, cancel
}

extension Step {
  /// The consequences of the step's actions, entry and timer.
  package var doings: [Doing] {
    actions.map(\.doing) + [enter, after?.doing].compactMap(\.self)
  }
}

extension Doing {
  /// All possible targets, including the targets of outcomes.
  package var targets: [Target] {
    [target].compactMap(\.self) + (effect?.then.compactMap { $0?.target } ?? [])
  }

  /// All settings of facts, including the settings of outcomes.
  package var allSettings: [Flow.Setting] {
    settings + (effect?.then ?? []).compactMap(\.self).flatMap(\.settings)
  }
}
