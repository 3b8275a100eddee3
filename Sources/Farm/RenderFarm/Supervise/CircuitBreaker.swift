import Files
import RenderPool
import Stores
import WallfarmCore
import WallfarmPluginKit

/// A circuit breaker that distinguishes a failing machine from failing units and pauses a failing
/// machine.
///
/// A full disk, a dead mount, unreadable inputs or a series of crashes would otherwise use up the
/// attempts of every unit. Failed units wait here until the cause is known; if the machine is the
/// cause, the units return to the queue without losing an attempt.
final class CircuitBreaker {
  /// The verdict on a failed unit.
  struct Judged {
    let unit: LeasedUnit
    let error: RenderError
    /// Whether the machine caused the failure, so that the unit does not lose an attempt.
    let isExcused: Bool
  }

  private let probe: StoreProbe
  private let clock = SuspendingClock()
  private let workers: Int
  private let tell: (FarmEvent) -> Void
  /// Failed units for which the cause of the failure is not yet known.
  private var waiting: [(unit: LeasedUnit, error: RenderError)] = []
  /// Number of crashes and unreadable inputs since the last rendered picture or the end of the last
  /// pause.
  private var crashes = 0
  /// Number of pauses since the last picture was rendered.
  private var pauses = 0
  /// Number of excused failures by unit; after the maximum number, each further failure costs the
  /// unit an attempt.
  private var excuses: [String: Int] = [:]
  private var bad: RenderError?
  private var next: SuspendingClock.Instant
  private var pause = CircuitBreaker.firstPause

  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(30)
  private static let mostExcuses = 2
  /// Maximum number of pauses without a picture, about two minutes in total; after that, failed
  /// units lose attempts.
  private static let maxPauses = 8

  init(probe: StoreProbe, workers: Int, tell: @escaping (FarmEvent) -> Void) {
    self.probe = probe
    self.workers = workers
    self.tell = tell
    next = clock.now
  }

  /// Whether units are currently not allowed to start.
  var isBad: Bool { bad != nil || !waiting.isEmpty }

  /// Units that are waiting for a verdict; their leases must be extended.
  var held: [LeasedUnit] { waiting.map(\.unit) }

  /// Removes and returns all units that are still waiting for a verdict.
  func giveUp() -> [LeasedUnit] {
    defer { waiting = [] }
    return held
  }

  /// Records a rendered picture.
  func done() {
    (crashes, pauses) = (0, 0)
    if bad == nil { pause = CircuitBreaker.firstPause }
  }

  /// Records a failed unit.
  ///
  /// - Returns: The verdict, or `nil` if the unit must wait for the result of a probe.
  func failed(_ unit: LeasedUnit, _ error: RenderError) -> Judged? {
    if error.code.needsProbe {
      waiting.append((unit, error))
      probe.begin()
      return nil
    }
    guard RetryPolicy.deservesLastChance(error.code) || error.code == .inputFailed else {
      return Judged(unit: unit, error: error, isExcused: false)
    }
    crashes += 1
    // This is more failures than any two units can cause with all their attempts.
    if crashes >= 6 + 2 * workers, bad == nil, pauses < CircuitBreaker.maxPauses {
      pauses += 1
      begin(error.code == .inputFailed ? .repeatedReadFailures(error) : .repeatedCrashes(error))
    }
    guard bad != nil, excuses[unit.spec.id, default: 0] < CircuitBreaker.mostExcuses else {
      return Judged(unit: unit, error: error, isExcused: false)
    }
    excuses[unit.spec.id, default: 0] += 1
    return Judged(unit: unit, error: error, isExcused: true)
  }

  /// Returns the available verdicts; when a pause is over, ends it or probes the output location
  /// again.
  func look() -> [Judged] {
    if let result = probe.take() { return verdicts(result) }
    guard let bad, clock.now >= next else { return [] }
    if bad.code.needsProbe { probe.begin() } else { end() }
    return []
  }

  private func verdicts(_ result: Result<Void, RenderError>) -> [Judged] {
    defer { waiting = [] }
    switch result {
    case .success:
      // The location is writable, so the waiting units lose an attempt, unless the location has
      // only just recovered.
      let wasBad = bad?.code.needsProbe ?? false
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
    // Back off exponentially until a picture is rendered.
    pause = min(pause * 2, CircuitBreaker.longestPause)
  }

  private func end() {
    bad = nil
    crashes = 0
    tell(.machineRecovered)
  }
}

extension ErrorCode {
  /// Whether this error can mean that the output location is not writable; if so, the location must
  /// be probed.
  var needsProbe: Bool {
    [.outputFailed, .storeUnreachable, .storeRefused].contains(self)
  }
}

extension RenderError {
  fileprivate static func repeatedCrashes(_ last: RenderError) -> RenderError {
    var error = last
    error.message = "workers crash repeatedly: \(last.message)"
    error.hint = "check the cause, such as too little memory; the batch retries automatically"
    return error
  }

  fileprivate static func repeatedReadFailures(_ last: RenderError) -> RenderError {
    var error = last
    error.message = "several inputs cannot be read: \(last.message)"
    error.hint = "check their disk; the batch retries automatically"
    return error
  }
}
