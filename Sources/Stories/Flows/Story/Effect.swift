package import WallfarmPluginKit

/// Something that only a host can do: open a link, save a picture, ask for a permission.
package struct Effect: Sendable {
  package let name: String
  /// How it can end; the first is how it should.
  package let outcomes: [String]
  /// Places of facts that the host needs for it.
  package let with: [Int]
  /// Places of facts that the host says when it has ended.
  package let gives: [Int]
  /// Whether it takes long: it can be paused and tells how far it is, and other things go on meanwhile.
  package let isTask: Bool
  /// Why the story cannot end without it; nil: it can.
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

/// Something that is said once, when a fact reaches a number.
package struct Milestone: Sendable {
  package let name: String
  /// The place of its fact.
  package let fact: Int
  package let at: Int
  /// The step that celebrates it at the next opening; nil: it is told, and that is all.
  package let owes: Int?
  package let origin: Origin

  package init(name: String, fact: Int, at: Int, owes: Int?, origin: Origin) {
    (self.name, self.fact, self.at) = (name, fact, at)
    (self.owes, self.origin) = (owes, origin)
  }
}

/// A sentence that stands over every step while something holds, with what can be done about it.
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
