package import WallfarmPluginKit

// Errors of challenges.

extension ErrorCode {
  /// No challenge is in progress.
  package static let noChallenge = ErrorCode("no-challenge", .conflict)
  /// A challenge is already in progress.
  package static let challengeUnderWay = ErrorCode("challenge-under-way", .conflict)
  /// The goal of the challenge has not been reached yet.
  package static let challengeNotReached = ErrorCode("challenge-not-reached", .conflict)
  /// The stored challenge was changed by another program.
  package static let challengeChanged = ErrorCode("challenge-changed", .invalid)
  /// The store of challenges cannot be read or written.
  package static let challengeStore = ErrorCode("challenge-store", .storage)
  /// A health export is older than the start of the challenge or than an export that was read
  /// earlier.
  package static let healthOlder = ErrorCode("health-older", .invalid)
  /// The creation time of a health export is in the future.
  package static let healthFromFuture = ErrorCode("health-from-future", .invalid)
  /// A health export has fewer steps than an export that was read earlier.
  package static let stepsShrunk = ErrorCode("steps-shrunk", .invalid)
  /// The fraction of implausible steps in a health export is too large.
  package static let stepsImplausible = ErrorCode("steps-implausible", .invalid)
}
