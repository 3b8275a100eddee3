public import Diagnostics
import RenderPool

/// The number of attempts of a unit and the exponential back-off between them.
///
/// Only errors of a retryable class are retried: see ``ErrorClass/isRetryable``.
public struct RetryPolicy: Sendable, Hashable {
  /// Maximum number of attempts.
  public var attempts: Int
  /// Delay before the second attempt; each further delay is four times as long.
  public var firstDelay: Duration
  /// Maximum delay; at most ``mostDelay``.
  public var longestDelay: Duration

  /// Upper bound on any delay.
  public static let mostDelay = Duration.seconds(120)

  /// Creates a policy; by default, three attempts with delays of 0.5 s and 2 s.
  public init(
    attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = min(longestDelay, RetryPolicy.mostDelay)
  }

  /// Returns whether a unit that has used all its attempts is retried once more, alone, after all
  /// others.
  ///
  /// Another unit or the machine may have caused the failure of its worker.
  static func deservesLastChance(_ code: ErrorCode) -> Bool {
    code == .workerKilled || code == .workerCrashed
  }

  /// Returns the time of the next attempt, or `nil` if the unit is not retried.
  ///
  /// - Parameters:
  ///   - code: The error code of the failure.
  ///   - failures: Number of failures, including this one.
  ///   - now: The time of the failure.
  /// - Returns: The earliest time of the next attempt.
  public func retry(after code: ErrorCode, failures: Int, now: Timestamp) -> Timestamp? {
    guard code.errorClass.isRetryable, failures < attempts else { return nil }
    var delay = firstDelay
    for _ in 1..<max(1, failures) { delay = min(delay * 4, longestDelay) }
    return now.adding(min(delay, longestDelay))
  }
}
