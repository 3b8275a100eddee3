package import WallfarmPluginKit

/// The times at which the document at a URL is fetched.
///
/// Each URL has a fixed position within its interval, derived from its name, so that the fetches of
/// many URLs are spread evenly even if all of them were subscribed at the same time.
package struct SourceSchedule: Sendable {
  /// The time between two fetches in seconds.
  let interval: Int
  /// The position of the fetches within the interval in seconds.
  let phase: Int

  /// The maximum wait in seconds after failed fetches: a day.
  private static let longestWait = 86_400

  /// Creates the schedule of a URL.
  ///
  /// - Parameters:
  ///   - minutes: The number of minutes between two fetches.
  ///   - address: The name of the URL, a keyed digest.
  package init(minutes: Int, address: [UInt8]) {
    interval = max(1, minutes * 60)
    let number = address.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    phase = Int(number % UInt64(interval))
  }

  /// Returns the time of the next fetch.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - failures: The number of consecutive failures. The second failure doubles the wait, and each
  ///     further failure doubles it again, up to a day.
  /// - Returns: A time after `now`.
  package func next(after now: Moment, failures: Int = 0) -> Moment {
    let past = (now.seconds - phase) % interval
    let slot = now.seconds - (past < 0 ? past + interval : past) + interval
    let most = max(1, SourceSchedule.longestWait / interval)
    let intervals = min(1 << min(max(0, failures - 1), 20), most)
    return Moment(seconds: slot + (intervals - 1) * interval)
  }
}
