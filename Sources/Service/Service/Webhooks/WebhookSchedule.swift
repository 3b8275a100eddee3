/// The times at which a failed delivery is repeated: the schedule that Standard Webhooks suggests.
package enum WebhookSchedule {
  /// The waits in seconds after failed attempts: 5 seconds, 5 and 30 minutes, and 2, 5, 10, 14, 20
  /// and 24 hours.
  package static let waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  /// The maximum part of a wait that is added at random, so that retries are spread.
  package static let mostJitter = 0.2
  /// The number of seconds without a success, equal to 5 days, after which a failed delivery
  /// disables a webhook.
  package static let patience = 5 * 86_400
  /// The maximum wait in seconds that a receiver can request.
  package static let longest = 86_400
  /// The pause in seconds for other events after a failed attempt, for each consecutive failure.
  private static let pause = 5
  private static let longestPause = 60

  /// Returns the wait after a failed attempt.
  ///
  /// - Parameters:
  ///   - attempts: The number of failed attempts.
  ///   - jitter: A random number from 0 to 1.
  /// - Returns: The wait in seconds, or `nil` after the last attempt.
  package static func wait(after attempts: Int, jitter: Double) -> Int? {
    guard waits.indices.contains(attempts - 1) else { return nil }
    let wait = Double(waits[attempts - 1])
    return Int((wait * (1 + mostJitter * min(1, max(0, jitter)))).rounded())
  }

  /// Returns the pause of a webhook in seconds after consecutive failures, so that an endpoint that
  /// does not respond is not busy with each of its events.
  static func pause(after failures: Int) -> Int {
    min(pause * max(1, failures), longestPause)
  }
}
