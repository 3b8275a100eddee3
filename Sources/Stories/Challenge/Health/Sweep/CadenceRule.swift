/// How many steps anybody takes.
///
/// The fastest sprinters take 4.4 to 5 steps a second, and only for seconds (Usain Bolt 4.36 at his fastest:
/// Čoh and others, Kinesiology 50, 2018); runners about 3, walkers 2. So:
///
/// - a record with more than five a second over its whole length does not count;
/// - of what is left, at most 3,000 count in any eleven minutes of the clock that follow each other, and so in
///   any ten minutes: what is beyond that does not count. It is what five a second give in ten minutes, and
///   meets those who put a million records with a step each into one second;
/// - a day of more than 100,000 counts, and is told: there are people who walk 80 km, few of them twice.
enum CadenceRule {
  static let mostPerSecond = 5.0
  /// Apple cuts times to seconds, so a record may be a second longer than it says, in milliseconds.
  static let lostLength = 1000.0
  static let mostInWindow = 3000.0
  /// Ten minutes that begin anywhere lie in at most eleven minutes of the clock.
  static let windowMinutes = 11
  static let mostInDay = 100_000.0
  static let minute: Int64 = 60_000

  /// Whether somebody may have taken the steps of a record.
  static func accepts(_ record: StepRecord) -> Bool {
    record.count <= mostPerSecond * (Double(record.length) + lostLength) / 1000
  }
}

/// Steps of the last minutes that count.
struct CadenceWindow {
  private var cells = [Double](repeating: 0, count: CadenceRule.windowMinutes)
  private var minute = Int64.min

  /// Lets as many of some steps count as the bound allows.
  ///
  /// - Parameters:
  ///   - count: steps of one minute of the clock.
  ///   - minute: it, in minutes since 1970; never before one that was asked for.
  /// - Returns: how many of them count.
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
