package import WallfarmPluginKit

// What a challenge can fail with.

extension ErrorCode {
  /// There is no challenge under way.
  package static let noChallenge = ErrorCode("no-challenge")
  /// One is under way already.
  package static let challengeUnderWay = ErrorCode("challenge-under-way")
  /// It would have to have ended, or to be reached.
  package static let challengeNotReached = ErrorCode("challenge-not-reached")
  /// What is kept of a challenge was changed by something else.
  package static let challengeChanged = ErrorCode("challenge-changed")
  /// What is kept of challenges can be neither read nor written.
  package static let challengeStore = ErrorCode("challenge-store")
  /// An export of health data that is older than one that was read before.
  package static let healthOlder = ErrorCode("health-older")
  /// An export that says that it was made later than now.
  package static let healthFromFuture = ErrorCode("health-from-future")
  /// Fewer steps than were counted before.
  package static let stepsShrunk = ErrorCode("steps-shrunk")
  /// Too many of the steps are such as nobody walks.
  package static let stepsImplausible = ErrorCode("steps-implausible")
}
