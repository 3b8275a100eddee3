package import WallfarmPluginKit

// What a challenge can fail with.

extension ErrorCode {
  /// There is no challenge under way.
  package static let noChallenge = ErrorCode("no-challenge", .conflict)
  /// One is under way already.
  package static let challengeUnderWay = ErrorCode("challenge-under-way", .conflict)
  /// It would have to have ended, or to be reached.
  package static let challengeNotReached = ErrorCode("challenge-not-reached", .conflict)
  /// What is kept of a challenge was changed by something else.
  package static let challengeChanged = ErrorCode("challenge-changed", .invalid)
  /// What is kept of challenges can be neither read nor written.
  package static let challengeStore = ErrorCode("challenge-store", .storage)
  /// An export of health data that is older than one that was read before.
  package static let healthOlder = ErrorCode("health-older", .invalid)
  /// An export that says that it was made later than now.
  package static let healthFromFuture = ErrorCode("health-from-future", .invalid)
  /// Fewer steps than were counted before.
  package static let stepsShrunk = ErrorCode("steps-shrunk", .invalid)
  /// Too many of the steps are such as nobody walks.
  package static let stepsImplausible = ErrorCode("steps-implausible", .invalid)
}
