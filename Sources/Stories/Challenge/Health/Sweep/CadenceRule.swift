/// Upper bounds on plausible step counts.
///
/// The fastest sprinters take 4.4 to 5 steps per second, but only for a few seconds (Usain Bolt
/// took 4.36 at top speed: Čoh et al., Kinesiology 50, 2018); runners take about 3, and walkers
/// about 2. Therefore:
///
/// - A record with more than 5 steps per second over its whole length does not count.
/// - Of the rest, at most 3,000 steps count in any 11 consecutive clock minutes, and therefore in
///   any 10 minutes. The limit is equivalent to 5 steps per second for 10 minutes. It also applies
///   to many short records, such as a million one-step records within one second.
/// - A day with more than 100,000 steps counts but is flagged, because some people walk 80 km in a
///   day, but few do so more than once.
package enum CadenceRule {
  static let mostPerSecond = 5.0
  /// The number of milliseconds that is added to the length of each record, because Apple truncates
  /// times to seconds.
  static let lostLength = 1000.0
  static let mostInWindow = 3000.0
  /// Any 10 minutes fall within at most 11 clock minutes.
  static let windowMinutes = 11
  static let mostInDay = 100_000.0
  static let minute: Int64 = 60_000

  /// Returns whether the steps of a record are plausible.
  package static func accepts(_ record: StepRecord) -> Bool {
    record.count <= mostPerSecond * (Double(record.length) + lostLength) / 1000
  }
}

/// The steps in a sliding window of clock minutes.
struct CadenceWindow {
  private var cells = [Double](repeating: 0, count: CadenceRule.windowMinutes)
  private var minute = Int64.min

  /// Adds steps up to the window's limit.
  ///
  /// - Parameters:
  ///   - count: the number of steps in one clock minute.
  ///   - minute: the clock minute since 1970; must not decrease between calls.
  /// - Returns: the number of steps that count.
  mutating func admit(_ count: Double, at minute: Int64) -> Double {
    advance(to: minute)
    var sum = 0.0
    for cell in cells { sum += cell }
    let admitted = min(count, max(0, CadenceRule.mostInWindow - sum))
    cells[place(of: minute)] += admitted
    return admitted
  }

  private mutating func advance(to minute: Int64) {
    guard minute != self.minute else { return }
    let size = Int64(cells.count)
    if self.minute < minute - size { self.minute = minute - size }
    while self.minute < minute {
      self.minute += 1
      cells[place(of: self.minute)] = 0
    }
  }

  private func place(of minute: Int64) -> Int {
    let place = Int(minute % Int64(cells.count))
    return place < 0 ? place + cells.count : place
  }
}
