import WallfarmCore
public import WallfarmPluginKit

/// What is tried again, how often, and after how long.
public struct RetryPolicy: Sendable, Hashable {
  /// Attempts in all.
  public var attempts: Int
  /// Wait before the second attempt; every further one waits four times as long.
  public var firstDelay: Duration
  /// Longest wait.
  public var longestDelay: Duration

  /// Three attempts, after half a second and two.
  public init(
    attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Whether another attempt may end otherwise.
  ///
  /// A worker that died, a disk that was full and a machine short of memory may be better next time.
  /// A photo that is damaged stays so, and a plugin that crashes does so again: it is pure.
  public static func canHeal(_ code: ErrorCode) -> Bool {
    switch code {
    case .workerCrashed, .workerTimeout, .workerMemory, .leaseExpired, .pluginTimeout,
      .pluginMemory, .messageDamaged:
      true
    default: code.isOfTheMachine
    }
  }

  /// When to try again after a failure; nil where it is of no use.
  ///
  /// - Parameters:
  ///   - code: why it failed.
  ///   - failures: how often it has failed, this time included.
  ///   - now: when it failed.
  /// - Returns: the earliest time of the next attempt.
  public func retry(after code: ErrorCode, failures: Int, now: Timestamp) -> Timestamp? {
    guard RetryPolicy.canHeal(code), failures < attempts else { return nil }
    var delay = firstDelay
    for _ in 1..<max(1, failures) { delay = min(delay * 4, longestDelay) }
    return now.adding(min(delay, longestDelay))
  }
}
