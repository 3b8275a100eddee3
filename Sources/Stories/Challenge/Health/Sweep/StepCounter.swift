/// Sums the steps of pieces in total, per day and over time, and collects the flags.
struct StepCounter {
  private let since: Int64
  var totals = StepTotals()
  private var window = CadenceWindow()
  private var flags: [FlagKey: Double] = [:]
  /// The compensation of Kahan summation, which keeps the sum of a million small values accurate.
  private var lost = 0.0
  private var day = (number: 0, steps: 0.0)

  private struct FlagKey: Hashable {
    let day: Int
    let kind: StepFlag.Kind
  }

  /// Creates a counter that starts at a time in milliseconds since 1970.
  init(since: Int64) { self.since = since }

  /// Returns whether the steps of a record are plausible; flags the record if they are not.
  mutating func accepts(_ record: StepRecord) -> Bool {
    let start = max(record.start, since)
    let share = record.length == 0 ? 1 : Double(record.end - start) / Double(record.length)
    totals.raw += record.count * share
    guard !CadenceRule.accepts(record) else { return true }
    flag(.cadence, day: StepCounter.day(of: start, record.offset), record.count * share)
    return false
  }

  /// Counts a piece minute by minute, because the step limit applies to windows of clock minutes.
  mutating func add(_ piece: StepPiece) {
    let record = piece.record
    guard record.length > 0 else {
      let counted = admit(record.count, at: record.start, record.offset)
      return totals.curve.append(from: record.start, to: record.start, total: totals.total, counted)
    }
    var start = max(piece.start, since)
    // Merge consecutive minutes with the same cadence into one part of the curve.
    var even = (from: start, counted: 0.0)
    while start < piece.end {
      let end = min(piece.end, (floor(start, CadenceRule.minute) + 1) * CadenceRule.minute)
      let count = record.count * Double(end - start) / Double(record.length)
      let before = totals.total
      let counted = admit(count, at: start, record.offset)
      if counted < count {
        totals.curve.append(from: even.from, to: start, total: before, even.counted)
        totals.curve.append(from: start, to: end, total: totals.total, counted)
        even = (end, 0)
      } else {
        even.counted += counted
      }
      start = end
    }
    totals.curve.append(from: even.from, to: piece.end, total: totals.total, even.counted)
  }

  /// Counts the steps of one clock minute up to the limit.
  private mutating func admit(_ count: Double, at start: Int64, _ offset: Int16) -> Double {
    let day = StepCounter.day(of: start, offset)
    let counted = window.admit(count, at: floor(start, CadenceRule.minute))
    if counted < count { flag(.crowd, day: day, count - counted) }
    if day != self.day.number {
      closeDay()
      self.day.number = day
    }
    self.day.steps += counted
    let precise = counted - lost
    let sum = totals.total + precise
    lost = (sum - totals.total) - precise
    totals.total = sum
    return counted
  }

  private mutating func closeDay() {
    if day.steps > 0 { totals.perDay[day.number, default: 0] += day.steps }
    day.steps = 0
  }

  private mutating func flag(_ kind: StepFlag.Kind, day: Int, _ steps: Double) {
    totals.implausible += steps
    flags[FlagKey(day: day, kind: kind), default: 0] += steps
  }

  /// Returns the totals after the last piece.
  mutating func finish() -> StepTotals {
    closeDay()
    for (day, steps) in totals.perDay where steps > CadenceRule.mostInDay {
      flags[FlagKey(day: day, kind: .longDay)] = steps
    }
    totals.flags = flags.map { StepFlag(day: $0.day, kind: $0.kind, steps: $1) }.sorted()
    return totals
  }

  /// Returns the local day of a time, in days since 1970.
  private static func day(of start: Int64, _ offset: Int16) -> Int {
    Int(floor(start + Int64(offset) * CadenceRule.minute, Int64(StepRecord.longest)))
  }
}

/// Divides and rounds down, even if the number is negative.
private func floor(_ number: Int64, _ size: Int64) -> Int64 {
  number >= 0 ? number / size : (number - size + 1) / size
}
