import WallfarmPluginKit

/// When how many steps had been taken: parts of even cadence, in the order of time.
struct StepCurve: Hashable, Sendable {
  private(set) var parts: [Part] = []

  struct Part: Hashable, Sendable {
    let start: Int64
    let end: Int64
    /// Steps up to its end.
    let total: Double
  }

  /// Adds a part, in milliseconds since 1970; one without steps says nothing.
  ///
  /// Its end counts, which is why the next one may begin before: of two records without a length at one moment
  /// neither is first.
  mutating func append(from start: Int64, to end: Int64, total: Double, _ counted: Double) {
    if counted > 0 { parts.append(Part(start: start, end: end, total: total)) }
  }

  /// The first whole second at which so many are taken; nil where there are no steps.
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
