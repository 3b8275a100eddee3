package import WallfarmPluginKit

/// One screen of a flow.
package struct Step: Sendable {
  package let name: String
  /// The part of the story that it belongs to, for progress and measures; nil: none.
  package var part: String?
  /// Whether it is beside the story, as help is: who leaves it goes on where they were.
  package var isAside = false
  /// Whether the step before can be gone back to.
  package var allowsBack = true
  package var show: [Block] = []
  /// Facts that it asks for, by their places.
  package var ask: [Int] = []
  package var actions: [Action] = []
  /// What happens when it is entered.
  package var enter: Doing?
  /// It is passed over where that holds.
  package var pass: (when: FlowCondition, target: Target)?
  /// It goes on by itself.
  package var after: (seconds: Double, doing: Doing)?
  /// What it points at; nil: nothing.
  package var tip: Tip?
  package let origin: Origin

  package init(name: String, origin: Origin) { (self.name, self.origin) = (name, origin) }

  /// Something that it shows besides its title, where a condition holds.
  package struct Block: Sendable {
    package enum Content: Sendable {
      /// Words, by the last part of their key.
      case text(String)
      /// A picture, by its place in `media`.
      case picture(Int)
      /// A film, with words that say the same: people choose.
      case film(Int, texts: [String])
    }

    package let content: Content
    package let when: FlowCondition?

    package init(_ content: Content, when: FlowCondition? = nil) {
      (self.content, self.when) = (content, when)
    }
  }

  /// What a tip points at.
  package struct Tip: Sendable, Hashable {
    /// A name that the host knows.
    package let target: String
    /// Points round the target that are clear too.
    package let padding: Double
    /// Points.
    package let radius: Double

    package init(target: String, padding: Double, radius: Double) {
      (self.target, self.padding, self.radius) = (target, padding, radius)
    }
  }
}

/// Where an action leads.
package enum Target: Sendable, Hashable {
  case step(Int)
  /// Where one came from.
  case back
  /// The end of the story.
  case finish
  /// Out of it, to go on another time.
  case leave
}

/// What can be done at a step, by tapping.
package struct Action: Sendable {
  package let name: String
  package let doing: Doing
  /// It is there only where that holds.
  package var when: FlowCondition?
  /// A gate: it can be taken only where that holds, and says why not where it does not.
  package var need: FlowCondition?
  /// Whether it asks first.
  package var confirms = false
  package let origin: Origin

  package init(name: String, doing: Doing, origin: Origin) {
    (self.name, self.doing, self.origin) = (name, doing, origin)
  }
}

/// What happens: facts get values, the host is asked for something, and it goes on.
package struct Doing: Sendable {
  package var settings: [Flow.Setting] = []
  /// The place of an effect, and what follows each of its outcomes.
  package var effect: (place: Int, then: [Outcome?])?
  package var target: Target?
  /// The place of a linked flow that is opened.
  package var link: Int?
  package var task: (command: TaskCommand, effect: Int)?

  package init() {}

  /// What follows an outcome of an effect.
  package struct Outcome: Sendable {
    package var settings: [Flow.Setting] = []
    package var target: Target?
    /// The last part of the key of a sentence that is shown.
    package var says: String?

    package init() {}
  }
}

/// What a host is told about a task that runs.
package enum TaskCommand: String, Sendable, CaseIterable {
  case pause, resume, cancel
}

extension Step {
  /// Everything that can happen at it.
  package var doings: [Doing] {
    actions.map(\.doing) + [enter, after?.doing].compactMap(\.self)
  }
}

extension Doing {
  /// Everywhere it may lead.
  package var targets: [Target] {
    [target].compactMap(\.self) + (effect?.then.compactMap { $0?.target } ?? [])
  }

  /// Every fact that it may give a value, also by an outcome.
  package var allSettings: [Flow.Setting] {
    settings + (effect?.then ?? []).compactMap(\.self).flatMap(\.settings)
  }
}
