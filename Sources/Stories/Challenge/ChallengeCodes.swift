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
  /// A health export is older than one that was read before.
  package static let healthOlder = ErrorCode("health-older", .invalid)
  /// A health export has a date in the future.
  package static let healthFromFuture = ErrorCode("health-from-future", .invalid)
  /// A health export has fewer steps than one that was read before.
  package static let stepsShrunk = ErrorCode("steps-shrunk", .invalid)
  /// Too many steps are implausible.
  package static let stepsImplausible = ErrorCode("steps-implausible", .invalid)
}
