package import WallfarmPluginKit

/// Steps since a given time, with overlapping records merged.
package struct StepTotals: Hashable, Sendable {
  /// The steps that count, including fractions from partial records.
  package internal(set) var total = 0.0
  /// ``total`` by local day, in days since 1970 (`Day.number`).
  package internal(set) var perDay: [Int: Double] = [:]
  /// The flags of days with implausible or unusually many steps, in chronological order.
  package internal(set) var flags: [StepFlag] = []
  /// The sum of the steps in all records since the start, in which overlapping records count
  /// several times.
  package internal(set) var raw = 0.0
  /// The implausible part of ``raw``.
  package internal(set) var implausible = 0.0
  /// The number of records that do not count because they begin more than a day after the current
  /// time.
  package internal(set) var fromTheFuture = 0
  /// The cumulative steps over time.
  package var curve = StepCurve()

  /// The counted steps as a whole number.
  ///
  /// A tolerance of one millionth of a step compensates for rounding errors of partial records.
  package var steps: Int { Int((total + StepTotals.tolerance).rounded(.down)) }

  /// The implausible fraction of ``raw``, 0…1.
  package var share: Double { raw > 0 ? min(1, implausible / raw) : 0 }

  /// Returns the time at which the counted steps reach a goal.
  ///
  /// The result is nil if, and only if, ``steps`` is below the goal. Steps are distributed evenly
  /// within a record.
  package func moment(ofReaching goal: Int) -> Moment? {
    guard goal <= steps else { return nil }
    return curve.moment(of: Double(goal) - StepTotals.tolerance)
  }

  static let tolerance = 1e-6
}

/// Implausible or unusually many steps on a day.
package struct StepFlag: Hashable, Sendable, Comparable {
  /// The rule that the steps violate.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Records with more than 5 steps per second; they do not count.
    case cadence
    /// More steps within 11 clock minutes than a person can take; the excess does not count.
    case crowd
    /// More than 100,000 steps in a day; they still count.
    case longDay
  }

  /// The local day, in days since 1970.
  package let day: Int
  package let kind: Kind
  /// The number of steps that violate the rule.
  ///
  /// For ``Kind/longDay``, this is the number of all steps on the day.
  package let steps: Double

  package init(day: Int, kind: Kind, steps: Double) {
    (self.day, self.kind, self.steps) = (day, kind, steps)
  }

  package static func < (one: StepFlag, other: StepFlag) -> Bool {
    (one.day, one.kind.rawValue) < (other.day, other.kind.rawValue)
  }
}
