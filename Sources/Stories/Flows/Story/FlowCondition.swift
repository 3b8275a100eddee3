/// A condition on facts: tests that are combined with `all` and `any`, without an expression
/// language.
package indirect enum FlowCondition: Sendable, Hashable {
  case all([FlowCondition])
  case any([FlowCondition])
  /// A test of the fact at an index.
  case fact(Int, Test)

  /// A comparison with a fact's value.
  package enum Test: Sendable, Hashable {
    case equals(FactValue)
    case differs(FactValue)
    /// The number, or the number of texts in a list, is at least this value; an unknown value
    /// counts as 0.
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

  /// All tests in the condition, flattened.
  package var tests: [(fact: Int, test: Test)] {
    switch self {
    case .all(let members), .any(let members): members.flatMap(\.tests)
    case .fact(let place, let test): [(place, test)]
    }
  }
}
