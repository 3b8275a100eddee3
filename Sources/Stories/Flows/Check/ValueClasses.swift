/// Equivalence classes of each fact's values: values that pass the same tests are equivalent.
struct ValueClasses {
  /// For each fact, one representative of each value class; the first is the default value.
  private(set) var values: [[FactValue]] = []
  private let tests: [[FlowCondition.Test]]
  private var known: [[FactValue: UInt8]] = []

  init(_ flow: Flow) {
    var tests = flow.facts.map { _ in [FlowCondition.Test]() }
    for (fact, test) in flow.conditions.flatMap(\.tests) { tests[fact].append(test) }
    for milestone in flow.milestones {
      tests[milestone.fact] += [.atLeast(milestone.at), .isKnown(true)]
    }
    self.tests = tests
    for (place, fact) in flow.facts.enumerated() {
      values.append([])
      known.append([:])
      _ = self.place(of: fact.standard, fact: place)
      guard !tests[place].isEmpty || flow.clears(place) else { continue }
      // A change of this fact clears other facts, so it matters even within a class. Put each value
      // that the flow sets in a class of its own, and use two representatives for values that the
      // user enters.
      let most = flow.clears(place) ? 2 : 1
      if flow.clears(place) {
        for value in flow.valuesGiven(to: place) where !values[place].contains(value) {
          known[place][value] = UInt8(values[place].count)
          values[place].append(value)
        }
      }
      for candidate in candidates(for: fact, tests[place]) {
        let alike = values[place].filter { answers(to: $0, place) == answers(to: candidate, place) }
        guard alike.count < most, !alike.contains(candidate) else { continue }
        known[place][candidate] = UInt8(values[place].count)
        values[place].append(candidate)
      }
    }
  }

  /// The index of a value's class in `values`.
  mutating func place(of value: FactValue, fact: Int) -> UInt8 {
    if let known = known[fact][value] { return known }
    let own = answers(to: value, fact)
    var place = values[fact].firstIndex { answers(to: $0, fact) == own }
    if place == nil {
      place = values[fact].count
      values[fact].append(value)
    }
    let found = UInt8(clamping: place ?? 0)
    known[fact][value] = found
    return found
  }

  private func answers(to value: FactValue, _ fact: Int) -> [Bool] {
    tests[fact].map { $0.holds(value) }
  }

  private func candidates(for fact: Fact, _ tests: [FlowCondition.Test]) -> [FactValue] {
    let bounds = tests.flatMap { test -> [Int] in
      switch test {
      case .atLeast(let bound), .atMost(let bound): [bound - 1, bound, bound + 1]
      case .equals(let value), .differs(let value): value.count.map { [$0 - 1, $0, $0 + 1] } ?? []
      case .isKnown: []
      }
    }
    let named = tests.compactMap { test -> FactValue? in
      switch test {
      case .equals(let value), .differs(let value): fact.accepts(value) ? value : nil
      case .atLeast, .atMost, .isKnown: nil
      }
    }
    return named.filter { $0 != .unknown } + usual(for: fact, bounds)
  }

  private func usual(for fact: Fact, _ bounds: [Int]) -> [FactValue] {
    switch fact.kind {
    case .yesNo: return [.flag(false), .flag(true)]
    case .choice(let words): return words.map(FactValue.word)
    case .number(let range):
      let ends = [range.lowerBound, range.lowerBound + 1, range.upperBound]
      return Set(bounds + ends).filter(range.contains).sorted().map(FactValue.number)
    case .text: return [.word("a"), .word("b")]
    case .texts(let most):
      return Set(bounds + [0, 1, 2]).filter { (0...most).contains($0) }.sorted().map { count in
        .texts((0..<count).map { "\($0)" })
      }
    }
  }
}

extension Flow {
  var conditions: [FlowCondition] {
    let actions = always + steps.flatMap(\.actions) + notices.flatMap(\.actions)
    return actions.flatMap { [$0.when, $0.need].compactMap(\.self) }
      + steps.compactMap { $0.pass?.when } + steps.flatMap { $0.show.compactMap(\.when) }
      + notices.map(\.when) + success.map(\.condition)
  }

  /// All values that the flow itself assigns to a fact.
  func valuesGiven(to fact: Int) -> [FactValue] {
    (doings.flatMap(\.allSettings) + finish).filter { $0.fact == fact }.map(\.value)
  }

  /// Whether a change of a fact clears another fact.
  func clears(_ fact: Int) -> Bool { facts.contains { $0.clearedBy.contains(fact) } }
}
