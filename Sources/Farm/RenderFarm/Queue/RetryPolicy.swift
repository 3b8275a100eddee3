public import Diagnostics
import RenderPool

/// How often a failed unit is tried again, and after which delay.
///
/// Only errors of a retryable class are tried again: see ``ErrorClass/isRetryable``.
public struct RetryPolicy: Sendable, Hashable {
  /// Attempts in all.
  public var attempts: Int
  /// Wait before the second attempt; every further one waits four times as long.
  public var firstDelay: Duration
  /// Longest wait; no more than ``mostDelay``.
  public var longestDelay: Duration

  /// No retry is ever put off for longer.
  public static let mostDelay = Duration.seconds(120)

  /// Three attempts, after half a second and two.
  public init(
    attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = min(longestDelay, RetryPolicy.mostDelay)
  }

  /// Whether a unit that has used its attempts is tried once more, alone, when all others are done: what
  /// ended its worker may have been the machine, or another unit.
  static func deservesLastChance(_ code: ErrorCode) -> Bool {
    code == .workerKilled || code == .workerCrashed
  }

  /// When to try again after a failure; nil where it is of no use.
  ///
  /// - Parameters:
  ///   - code: why it failed.
  ///   - failures: how often it has failed, this time included.
  ///   - now: when it failed.
  /// - Returns: the earliest time of the next attempt.
  public func retry(after code: ErrorCode, failures: Int, now: Timestamp) -> Timestamp? {
    guard code.errorClass.isRetryable, failures < attempts else { return nil }
    var delay = firstDelay
    for _ in 1..<max(1, failures) { delay = min(delay * 4, longestDelay) }
    return now.adding(min(delay, longestDelay))
  }
}
