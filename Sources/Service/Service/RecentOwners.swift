/// Detects whether several clients have requested pictures recently.
package struct RecentOwners {
  /// The time after which a client no longer counts.
  package static let time = Duration.seconds(10)

  private var last: String?
  /// The last time at which a request came from another client than the request before it.
  private var turned: SuspendingClock.Instant?

  package init() {}

  /// Notes a request; those of the service itself, whose owners begin with `/`, do not count.
  package mutating func note(_ owner: String, at now: SuspendingClock.Instant) {
    if owner.hasPrefix("/") { return }
    if let last, last != owner { turned = now }
    last = owner
  }

  /// Returns whether clients alternated within the last ``time``.
  package func areSeveral(at now: SuspendingClock.Instant) -> Bool {
    turned.map { now - $0 < RecentOwners.time } ?? false
  }
}
