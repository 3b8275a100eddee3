import Challenge
import WallfarmTesting

/// A simulated person who walks for two years with a phone and a watch, with known step counts.
///
/// The phone counts while it is carried, and is sometimes left on a desk; the watch counts while it
/// is worn. Each device divides time into its own records regardless of pauses, starts up to four
/// seconds before a walk and stops up to four seconds after it, and miscounts by up to 2%.
struct SyntheticPerson {
  /// The use of the watch: always worn while walking, taken off for charging, or not used.
  enum Phase: Int, CaseIterable {
    case on
    case byTurns
    case absent
  }

  /// The steps that at least one device could count, by day since 1970.
  private(set) var truth: [Int: Double] = [:]
  private(set) var phases: [Int: Phase] = [:]
  private(set) var records: [StepRecord] = []

  static let firstDay = 19_358
  static let days = 730

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for day in 0..<Self.days {
      // Phases change every ten days.
      let phase = Phase.allCases[day / 10 % 3]
      live(Self.firstDay + day, phase)
    }
  }

  /// The part of a walk within one clock hour, and the devices that record it.
  private struct Stretch {
    let start: Int
    let end: Int
    let cadence: Double
    let hasPhone: Bool
    let hasWatch: Bool
    /// The pauses during the walk.
    var pauses: [Range<Int>] = []

    /// The steps between two moments.
    func steps(from start: Int, to end: Int) -> Double {
      let still = pauses.reduce(0) { $0 + $1.clamped(to: start..<end).count }
      return Double(end - start - still) * cadence
    }
  }

  private mutating func live(_ day: Int, _ phase: Phase) {
    phases[day] = phase
    // In the phase `byTurns`, the watch is on its charger for one hour in four on average.
    let charging = (0..<24).map { _ in phase == .byTurns && chance(0.25) }
    var second = 7 * 3600
    while second < 22 * 3600 {
      second += Int.random(in: 300...12_000, using: &random)
      let end = second + Int.random(in: 30...2000, using: &random)
      let cadence = Double.random(in: 100...130, using: &random) / 60
      let isCarried = phase == .absent || chance(0.75)
      var start = second
      while start < end {
        let part = min(end, (start / 3600 + 1) * 3600)
        var stretch = Stretch(
          start: day * 86_400 + start, end: day * 86_400 + part, cadence: cadence,
          hasPhone: isCarried,
          hasWatch: phase != .absent && !charging[min(23, start / 3600)])
        stretch.pauses = pauses(of: stretch)
        walk(stretch, day)
        start = part
      }
      second = end
    }
  }

  private mutating func pauses(of stretch: Stretch) -> [Range<Int>] {
    var pauses: [Range<Int>] = []
    var start = stretch.start + Int.random(in: 40...400, using: &random)
    while start < stretch.end {
      let end = min(stretch.end, start + Int.random(in: 5...120, using: &random))
      pauses.append(start..<end)
      start = end + Int.random(in: 40...400, using: &random)
    }
    return pauses
  }

  private mutating func walk(_ stretch: Stretch, _ day: Int) {
    if stretch.hasPhone || stretch.hasWatch {
      truth[day, default: 0] += stretch.steps(from: stretch.start, to: stretch.end)
    }
    if stretch.hasWatch { record(stretch, source: 0, lengths: 20...300) }
    if stretch.hasPhone { record(stretch, source: 1, lengths: 60...600) }
  }

  private mutating func record(_ stretch: Stretch, source: Int, lengths: ClosedRange<Int>) {
    var start = stretch.start
    while start < stretch.end {
      let end = min(stretch.end, start + Int.random(in: lengths, using: &random))
      let steps = stretch.steps(from: start, to: end) * .random(in: 0.98...1.02, using: &random)
      let early = start == stretch.start ? Int.random(in: 0...4, using: &random) : 0
      let late = end == stretch.end ? Int.random(in: 0...4, using: &random) : 0
      records.append(
        StepRecord(
          start: Int64(start - early) * 1000, length: (end - start + early + late) * 1000,
          count: steps.rounded(), offset: 0, source: source))
      start = end
    }
  }

  private mutating func chance(_ share: Double) -> Bool {
    .random(in: 0..<1, using: &random) < share
  }
}
