import Files
import RenderPool
import Stores
import WallfarmCore
import WallfarmPluginKit

/// Tells a bad machine from a bad unit, and keeps a batch from beginning anything while it is bad.
///
/// A full disk, a dead mount, inputs that cannot be read or a storm of crashes would otherwise cost every unit
/// its attempts, one after the other. What failed while nothing is known waits here; it is given back where it was the machine.
final class Weather {
  /// What a failed unit comes to.
  struct Judged {
    let unit: LeasedUnit
    let error: RenderError
    /// Whether the machine was to blame.
    let isExcused: Bool
  }

  private let probe: StoreProbe
  private let clock = SuspendingClock()
  private let workers: Int
  private let tell: (FarmEvent) -> Void
  /// Units that failed, until it is known why.
  private var waiting: [(unit: LeasedUnit, error: RenderError)] = []
  /// Crashes and inputs that could not be read, since the last picture or the last pause.
  private var crashes = 0
  /// Storms since the last picture.
  private var storms = 0
  /// How often a crash was no fault of a unit: often enough, and it is.
  private var excuses: [String: Int] = [:]
  private var bad: RenderError?
  private var next: SuspendingClock.Instant
  private var pause = Weather.firstPause

  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(30)
  private static let mostExcuses = 2
  /// Storms without a picture between them, some two minutes of waiting: after that it is the units.
  private static let mostStorms = 8

  init(probe: StoreProbe, workers: Int, tell: @escaping (FarmEvent) -> Void) {
    self.probe = probe
    self.workers = workers
    self.tell = tell
    next = clock.now
  }

  /// Whether nothing may be begun.
  var isBad: Bool { bad != nil || !waiting.isEmpty }

  /// Units that wait here; their leases are to be kept.
  var held: [LeasedUnit] { waiting.map(\.unit) }

  /// Hands out what waits here: nobody will judge it any more.
  func giveUp() -> [LeasedUnit] {
    defer { waiting = [] }
    return held
  }

  /// A picture was made.
  func done() {
    (crashes, storms) = (0, 0)
    if bad == nil { pause = Weather.firstPause }
  }

  /// A unit failed.
  ///
  /// - Returns: what that comes to where it is known at once; nil where it waits here.
  func failed(_ unit: LeasedUnit, _ error: RenderError) -> Judged? {
    if error.code.isOfAStore {
      waiting.append((unit, error))
      probe.begin()
      return nil
    }
    guard RetryPolicy.deservesLastChance(error.code) || error.code == .inputFailed else {
      return Judged(unit: unit, error: error, isExcused: false)
    }
    crashes += 1
    // More than any two units can cause with all of their attempts.
    if crashes >= 6 + 2 * workers, bad == nil, storms < Weather.mostStorms {
      storms += 1
      begin(error.code == .inputFailed ? .inputStorm(error) : .crashStorm(error))
    }
    guard bad != nil, excuses[unit.spec.id, default: 0] < Weather.mostExcuses else {
      return Judged(unit: unit, error: error, isExcused: false)
    }
    excuses[unit.spec.id, default: 0] += 1
    return Judged(unit: unit, error: error, isExcused: true)
  }

  /// Looks whether anything is known by now.
  func look() -> [Judged] {
    if let result = probe.take() { return heard(result) }
    guard let bad, clock.now >= next else { return [] }
    if bad.code.isOfAStore { probe.begin() } else { end() }
    return []
  }

  private func heard(_ result: Result<Void, RenderError>) -> [Judged] {
    defer { waiting = [] }
    switch result {
    case .success:
      // What could be written and failed all the same is the unit's own matter, unless it was bad
      // until now.
      let wasBad = bad?.code.isOfAStore ?? false
      if wasBad { end() }
      return waiting.map { Judged(unit: $0.unit, error: $0.error, isExcused: wasBad) }
    case .failure(let error):
      begin(error)
      return waiting.map { Judged(unit: $0.unit, error: $0.error, isExcused: true) }
    }
  }

  private func begin(_ error: RenderError) {
    if bad == nil { tell(.machineFails(error)) }
    bad = error
    next = clock.now + pause
    // Longer each time, until a picture is made.
    pause = min(pause * 2, Weather.longestPause)
  }

  private func end() {
    bad = nil
    crashes = 0
    tell(.machineRecovered)
  }
}

extension ErrorCode {
  /// Whether it may be that nothing can be kept at all where pictures go, which is looked at then.
  var isOfAStore: Bool {
    [.outputFailed, .storeUnreachable, .storeRefused].contains(self)
  }
}

extension RenderError {
  fileprivate static func crashStorm(_ last: RenderError) -> RenderError {
    var error = last
    error.message = "workers crash one after another: \(last.message)"
    error.hint = "see what ends them, such as a lack of memory; the batch tries again by itself"
    return error
  }

  fileprivate static func inputStorm(_ last: RenderError) -> RenderError {
    var error = last
    error.message = "inputs cannot be read one after another: \(last.message)"
    error.hint = "see whether their disk is there and sound; the batch tries again by itself"
    return error
  }
}
