public import Diagnostics
import RenderPool

/// The maximum number of attempts for a unit and the exponential backoff between them.
///
/// Only failures in a retryable class are retried; see ``ErrorClass/isRetryable``.
public struct RetryPolicy: Sendable, Hashable {
  /// Maximum number of attempts.
  public var attempts: Int
  /// Delay before the second attempt; each later delay is four times as long as the previous delay.
  public var firstDelay: Duration
  /// Maximum delay; at most ``mostDelay``.
  public var longestDelay: Duration

  /// The longest delay that any policy can have.
  public static let mostDelay = Duration.seconds(120)

  /// Creates a policy; the default is three attempts with delays of 0.5 s and 2 s.
  public init(
    attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = min(longestDelay, RetryPolicy.mostDelay)
  }

  /// Returns whether a unit that has used all its attempts is retried once more, alone, after all
  /// other units.
  ///
  /// Another unit or the machine may have caused the worker to fail.
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
