package import WallfarmPluginKit

/// A story as data: what it knows, its steps, and what has to be true at its end.
///
/// Steps, facts and effects are known by their places in these lists, so that playing and checking a story
/// compares numbers. A reader has made sure that every place is there.
package struct Flow: Sendable {
  /// The folder it was read from.
  package var name: String
  /// The order of steps that was chosen; nil: the one that is written first.
  package var variant: String?
  /// Raised by its author when somebody who has finished it should see something new.
  package var version: Int
  /// SHA-256 of its file.
  package var digest: String
  /// What it is about, in one line.
  package var summary: String
  /// Languages that it has texts in, such as `en`; the first is used where another has none.
  package var languages: [String]
  package var facts: [Fact] = []
  package var steps: [Step] = []
  /// Where it begins.
  package var start = 0
  /// Actions that every step has, such as help.
  package var always: [Action] = []
  package var notices: [Notice] = []
  package var effects: [Effect] = []
  package var milestones: [Milestone] = []
  /// What has to hold at the end, each for itself.
  package var success: [Criterion] = []
  /// What is true once it is finished.
  package var finish: [Setting] = []
  package var trigger = Trigger()
  /// Where somebody begins who finished an older version, by the newest version that this is for.
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
    /// The facts it is about, as messages name it.
    package let name: String
    package let condition: FlowCondition
    package let origin: Origin

    package init(name: String, condition: FlowCondition, origin: Origin) {
      (self.name, self.condition, self.origin) = (name, condition, origin)
    }
  }

  /// A fact that gets a value.
  package struct Setting: Sendable, Hashable {
    /// Its place in `facts`.
    package let fact: Int
    package let value: FactValue

    package init(fact: Int, value: FactValue) { (self.fact, self.value) = (fact, value) }
  }

  /// When it begins by itself.
  package struct Trigger: Sendable, Hashable {
    /// Whether at the very first opening.
    package var firstUse = true
    /// After how many days in which it was not opened; nil: never again.
    package var absentDays: Int?

    package init(firstUse: Bool = true, absentDays: Int? = nil) {
      (self.firstUse, self.absentDays) = (firstUse, absentDays)
    }
  }

  /// How a state of an older version is read: names that have changed.
  package struct Upgrade: Sendable {
    /// New names of steps by their old ones.
    package var steps: [String: String] = [:]
    /// New names of facts by their old ones.
    package var facts: [String: String] = [:]

    package init(steps: [String: String] = [:], facts: [String: String] = [:]) {
      (self.steps, self.facts) = (steps, facts)
    }
  }

  /// Another flow that can be opened from this one; facts that both call shared go along.
  package struct Link: Sendable {
    package let name: String
    package let flow: String
    package let origin: Origin

    package init(name: String, flow: String, origin: Origin) {
      (self.name, self.flow, self.origin) = (name, flow, origin)
    }
  }

  /// What its makers hope for: of those who see one step, so many see another.
  package struct Aim: Sendable {
    package let from: Int
    package let to: Int
    /// 0…100.
    package let percent: Double

    package init(from: Int, to: Int, percent: Double) {
      (self.from, self.to, self.percent) = (from, to, percent)
    }
  }

  /// A picture or film, with words for those who do not see it.
  package struct Medium: Sendable {
    package let name: String
    package let moves: Bool
    /// What wallfarm draws for it: the keys of a request; nil: a host has it.
    package let request: MediumRequest?
    /// The motion that is its film: a name, or a path beside the flow; nil: there is none.
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
  /// Everything that can happen in it.
  package var doings: [Doing] {
    steps.flatMap(\.doings) + always.map(\.doing) + notices.flatMap(\.actions).map(\.doing)
  }

  /// Whether anything goes to its end.
  package var ends: Bool {
    doings.contains { $0.targets.contains(.finish) }
      || steps.contains { $0.pass?.target == .finish }
  }
}
