package import WallfarmPluginKit

/// An action that only a host can perform, such as opening a link, saving a picture or requesting a
/// permission.
package struct Effect: Sendable {
  package let name: String
  /// The possible outcomes, success first.
  package let outcomes: [String]
  /// Indices of the facts that the host needs as input.
  package let with: [Int]
  /// Indices of the facts that the host reports when the effect ends.
  package let gives: [Int]
  /// Whether the effect is long-running: it reports progress and can be paused and canceled.
  package let isTask: Bool
  /// The reason why the story cannot end unless the effect succeeds; nil if the story can end
  /// without it.
  package let mustSucceed: String?
  package let origin: Origin

  package init(
    name: String, outcomes: [String], with: [Int], gives: [Int], isTask: Bool,
    mustSucceed: String?, origin: Origin
  ) {
    self.name = name
    self.outcomes = outcomes
    self.with = with
    self.gives = gives
    self.isTask = isTask
    self.mustSucceed = mustSucceed
    self.origin = origin
  }
}

/// A message that is shown once when a fact reaches a number.
package struct Milestone: Sendable {
  package let name: String
  /// The index of the fact whose number, or number of list entries, must reach ``at``.
  package let fact: Int
  package let at: Int
  /// The step, if any, that celebrates the milestone the next time the flow is opened.
  package let owes: Int?
  package let origin: Origin

  package init(name: String, fact: Int, at: Int, owes: Int?, origin: Origin) {
    (self.name, self.fact, self.at) = (name, fact, at)
    (self.owes, self.origin) = (owes, origin)
  }
}

/// A message with actions that is shown above every step while a condition holds.
package struct Notice: Sendable {
  package let name: String
  package let when: FlowCondition
  package let actions: [Action]
  package let tip: Step.Tip?
  package let origin: Origin

  package init(
    name: String, when: FlowCondition, actions: [Action], tip: Step.Tip?, origin: Origin
  ) {
    (self.name, self.when, self.actions) = (name, when, actions)
    (self.tip, self.origin) = (tip, origin)
  }
}
