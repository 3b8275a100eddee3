package import WallfarmPluginKit

/// Steps from one moment on, each moment counted once.
package struct StepTotals: Hashable, Sendable {
  /// Steps that count, with the fractions that shares of records leave.
  package internal(set) var total = 0.0
  /// The same by the local day in which they were taken, in days since 1970 (`Day.number`).
  package internal(set) var perDay: [Int: Double] = [:]
  /// What nobody walks, earliest day first.
  package internal(set) var flags: [StepFlag] = []
  /// The sum of all records from that moment on, several of one time included.
  package internal(set) var raw = 0.0
  /// Those of ``raw`` that nobody walks.
  package internal(set) var implausible = 0.0
  /// Records that begin more than a day after now, which do not count.
  package internal(set) var fromTheFuture = 0
  /// When how many had been counted.
  var curve = StepCurve()

  /// Whole steps that count.
  ///
  /// What shares of records lose to rounding, at most a millionth of a step, does not cost a whole one.
  package var steps: Int { Int((total + StepTotals.tolerance).rounded(.down)) }

  /// How much of ``raw`` nobody walks, from 0 to 1.
  package var share: Double { raw > 0 ? min(1, implausible / raw) : 0 }

  /// The moment at which the steps that count reach a goal, counted in the order in which they were taken.
  ///
  /// It is there exactly where ``steps`` has reached the goal. Within a record they are taken evenly.
  ///
  /// - Parameter goal: steps, from 1.
  /// - Returns: the first whole second at which they are all taken; nil where they are not.
  package func moment(ofReaching goal: Int) -> Moment? {
    guard goal <= steps else { return nil }
    return curve.moment(of: Double(goal) - StepTotals.tolerance)
  }

  static let tolerance = 1e-6
}

/// Steps of a day that nobody walks.
package struct StepFlag: Hashable, Sendable, Comparable {
  /// What is not plausible.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Records with more than five steps a second; they do not count.
    case cadence
    /// More steps within minutes than anybody takes; those beyond the bound do not count.
    case crowd
    /// More than 100,000 steps that count, and go on to count.
    case longDay
  }

  /// The local day, in days since 1970.
  package let day: Int
  package let kind: Kind
  /// How many steps it is about.
  package let steps: Double

  package static func < (one: StepFlag, other: StepFlag) -> Bool {
    (one.day, one.kind.rawValue) < (other.day, other.kind.rawValue)
  }
}
