import WallfarmPluginKit

/// The cumulative steps over time, as parts of constant cadence in chronological order.
package struct StepCurve: Hashable, Sendable {
  package private(set) var parts: [Part] = []

  package struct Part: Hashable, Sendable {
    package let start: Int64
    package let end: Int64
    /// The cumulative steps at the end of the part.
    package let total: Double
  }

  /// Appends a part, in milliseconds since 1970; parts without steps are dropped.
  ///
  /// Ends are inclusive: the part of a zero-length record begins and ends at the same moment, which
  /// may also be the end of the previous part. Zero-length records at the same moment can arrive in
  /// any order.
  mutating func append(from start: Int64, to end: Int64, total: Double, _ counted: Double) {
    if counted > 0 { parts.append(Part(start: start, end: end, total: total)) }
  }

  /// Returns the first whole second at which a number of steps has been reached, or nil for an
  /// empty curve.
  func moment(of steps: Double) -> Moment? {
    guard let last = parts.last else { return nil }
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].total < steps { low = middle + 1 } else { high = middle }
    }
    let part = low < parts.count ? parts[low] : last
    let before = low > 0 ? parts[low - 1].total : 0
    let share = min(max((steps - before) / (part.total - before), 0), 1)
    let milliseconds = Double(part.start) + share * Double(part.end - part.start)
    return Moment(seconds: Int((milliseconds / 1000).rounded(.up)))
  }
}
