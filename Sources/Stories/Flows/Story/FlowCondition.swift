/// What has to hold of the facts: no language of expressions, only tests, all or any of them.
package indirect enum FlowCondition: Sendable, Hashable {
  case all([FlowCondition])
  case any([FlowCondition])
  /// A test of the fact at a place.
  case fact(Int, Test)

  /// What is asked of one fact.
  package enum Test: Sendable, Hashable {
    case equals(FactValue)
    case differs(FactValue)
    /// A number, or how many texts there are; what is unknown has none of it.
    case atLeast(Int)
    case atMost(Int)
    case isKnown(Bool)

    package func holds(_ value: FactValue) -> Bool {
      switch self {
      case .equals(let wanted): value == wanted
      case .differs(let other): value != other
      case .atLeast(let bound): (value.count ?? 0) >= bound
      case .atMost(let bound): (value.count ?? 0) <= bound
      case .isKnown(let wanted): (value != .unknown) == wanted
      }
    }
  }

  package func holds(_ facts: [FactValue]) -> Bool {
    switch self {
    case .all(let members): members.allSatisfy { $0.holds(facts) }
    case .any(let members): members.contains { $0.holds(facts) }
    case .fact(let place, let test): test.holds(facts[place])
    }
  }

  /// Every test in it.
  package var tests: [(fact: Int, test: Test)] {
    switch self {
    case .all(let members), .any(let members): members.flatMap(\.tests)
    case .fact(let place, let test): [(place, test)]
    }
  }
}
