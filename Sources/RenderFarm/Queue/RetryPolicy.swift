import RenderPool
import Stores
import WallfarmCore
public import WallfarmPluginKit

/// What is tried again, how often, and after how long.
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

  /// Whether another attempt may end otherwise.
  ///
  /// A worker that died, a disk that was full and a machine short of memory may be better next time.
  /// A photo that is damaged stays so, and a plugin that crashes does so again: it is pure.
  public static func canHeal(_ code: ErrorCode) -> Bool {
    switch code {
    case .workerCrashed, .workerKilled, .workerTimeout, .workerMemory, .workerSilent, .leaseExpired,
      .pluginTimeout, .pluginMemory, .messageDamaged, .segmentDamaged, .storeUnreachable,
      .storeRefused:
      true
    default: code.isOfTheMachine
    }
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
    guard RetryPolicy.canHeal(code), failures < attempts else { return nil }
    var delay = firstDelay
    for _ in 1..<max(1, failures) { delay = min(delay * 4, longestDelay) }
    return now.adding(min(delay, longestDelay))
  }
}
