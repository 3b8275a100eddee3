package import WallfarmPluginKit

/// A story as data: its facts, its steps, and the conditions for its end.
///
/// Steps, facts and effects are referred to by their indices in these lists, so that playing and
/// checking compare integers. The reader validates all indices.
package struct Flow: Sendable {
  /// The name of the folder from which the flow was read.
  package var name: String
  /// The name of the selected variant, which is an alternative order of steps; nil for the first
  /// variant.
  package var variant: String?
  /// A number that the author increases when the flow has news for users who have finished it.
  package var version: Int
  /// SHA-256 of the flow file.
  package var digest: String
  /// A one-line summary.
  package var summary: String
  /// Language codes of the available texts, such as `en`; the first is the fallback.
  package var languages: [String]
  package var facts: [Fact] = []
  package var steps: [Step] = []
  /// The index of the first step.
  package var start = 0
  /// Actions that are available at every step, such as help.
  package var always: [Action] = []
  package var notices: [Notice] = []
  package var effects: [Effect] = []
  package var milestones: [Milestone] = []
  /// Criteria that must all be met at the end.
  package var success: [Criterion] = []
  /// Facts that are set when the story is finished.
  package var finish: [Setting] = []
  package var trigger = Trigger()
  /// The first steps for users who finished an older version of the flow.
  ///
  /// An entry applies to users who finished `version` or an older version. If several entries
  /// apply, the entry with the lowest version is used.
  package var news: [(version: Int, step: Int)] = []
  package var upgrade = Upgrade()
  package var links: [Link] = []
  package var media: [Medium] = []
  package var aims: [Aim] = []

  package init(
    name: String, variant: String? = nil, version: Int, digest: String, summary: String,
    languages: [String]
  ) {
    self.name = name
    self.variant = variant
    self.version = version
    self.digest = digest
    self.summary = summary
    self.languages = languages
  }
}

extension Flow {
  /// A condition that must hold at the end.
  package struct Criterion: Sendable {
    /// The name of the fact in the condition; messages use it to refer to the criterion.
    package let name: String
    package let condition: FlowCondition
    package let origin: Origin

    package init(name: String, condition: FlowCondition, origin: Origin) {
      (self.name, self.condition, self.origin) = (name, condition, origin)
    }
  }

  /// An assignment of a value to a fact.
  package struct Setting: Sendable, Hashable {
    /// The index of the fact in `facts`.
    package let fact: Int
    package let value: FactValue

    package init(fact: Int, value: FactValue) { (self.fact, self.value) = (fact, value) }
  }

  /// The events that start the flow: its first opening, and an opening after a number of days
  /// without use.
  package struct Trigger: Sendable, Hashable {
    /// Whether the flow starts at its first opening.
    package var firstUse = true
    /// The number of days without use after which the flow starts again; nil for never.
    package var absentDays: Int?

    package init(firstUse: Bool = true, absentDays: Int? = nil) {
      (self.firstUse, self.absentDays) = (firstUse, absentDays)
    }
  }

  /// Renamed steps and facts, for reading the state of an older version.
  package struct Upgrade: Sendable {
    /// New step names by old name.
    package var steps: [String: String] = [:]
    /// New fact names by old name.
    package var facts: [String: String] = [:]

    package init(steps: [String: String] = [:], facts: [String: String] = [:]) {
      (self.steps, self.facts) = (steps, facts)
    }
  }

  /// Another flow that can be opened from this one and receives its shared facts.
  package struct Link: Sendable {
    package let name: String
    package let flow: String
    package let origin: Origin

    package init(name: String, flow: String, origin: Origin) {
      (self.name, self.flow, self.origin) = (name, flow, origin)
    }
  }

  /// A target conversion rate from one step to another.
  package struct Aim: Sendable {
    package let from: Int
    package let to: Int
    /// The target in percent, 0…100.
    package let percent: Double

    package init(from: Int, to: Int, percent: Double) {
      (self.from, self.to, self.percent) = (from, to, percent)
    }
  }

  /// A picture or film.
  package struct Medium: Sendable {
    package let name: String
    package let moves: Bool
    /// The render request for the picture; nil if the host provides it.
    package let request: MediumRequest?
    /// The motion of the film, by name or by path relative to the flow; nil if there is none.
    package let motion: String?
    package let origin: Origin

    package init(
      name: String, moves: Bool, request: MediumRequest?, motion: String? = nil, origin: Origin
    ) {
      (self.name, self.moves, self.request) = (name, moves, request)
      (self.motion, self.origin) = (motion, origin)
    }
  }
}

extension Flow {
  /// The consequences of all actions, step entries and timers in the flow.
  package var doings: [Doing] {
    steps.flatMap(\.doings) + always.map(\.doing) + notices.flatMap(\.actions).map(\.doing)
  }

  /// Whether any action or step leads to the end.
  package var ends: Bool {
    doings.contains { $0.targets.contains(.finish) }
      || steps.contains { $0.pass?.target == .finish }
  }
}
