package import WallfarmPluginKit

/// The times at which the picture of a screen was fetched and expires, and the events that follow
/// from them.
///
/// The pace of a picture is the time between the expiry of the pictures that two fetches have
/// returned, so it follows the rhythm of both the picture and the phone.
package struct PictureRhythm: Sendable, Equatable {
  /// The time at which the service first rendered the picture.
  package private(set) var since: Moment
  /// The time of the last fetch at a read address.
  package private(set) var fetched: Moment?
  /// The time at which the last rendered picture expires.
  package private(set) var expires: Moment?
  /// The time at which the last fetched picture expires.
  package private(set) var seen: Moment?
  /// The interval in seconds, or `nil` if it is unknown.
  package private(set) var pace: Int?
  /// The types of events that were sent.
  package private(set) var told: Set<WebhookEvent.Kind> = []

  /// The interval in seconds if it is unknown: a day.
  package static let day = 86_400
  /// The shortest and longest interval in seconds: 15 minutes and 31 days.
  package static let paces = 900...31 * day

  package init(since: Moment) { self.since = since }

  init(
    since: Moment, fetched: Moment?, expires: Moment?, seen: Moment?, pace: Int?, told: Int
  ) {
    (self.since, self.fetched, self.expires) = (since, fetched, expires)
    (self.seen, self.pace) = (seen, pace)
    self.told = Set(PictureRhythm.kinds.filter { told & $0.bit != 0 })
  }

  /// The events about the fetches of a picture.
  private static let kinds = [WebhookEvent.Kind.expired, .unfetched]

  /// The types of sent events as a set of bits.
  var toldBits: Int { told.reduce(0) { $0 | $1.bit } }

  /// Records that a picture was rendered.
  ///
  /// - Parameter expires: The time at which the picture expires, or `nil` if it does not.
  package mutating func render(until expires: Moment?) {
    guard expires != self.expires else { return }
    self.expires = expires
    told.remove(.expired)
  }

  /// Records that the picture was fetched.
  package mutating func fetch(at time: Moment) {
    fetched = max(fetched ?? time, time)
    told.remove(.unfetched)
    if let seen, let expires, expires > seen {
      let seconds = expires.seconds - seen.seconds
      pace = min(max(seconds, PictureRhythm.paces.lowerBound), PictureRhythm.paces.upperBound)
    }
    if expires == nil { pace = nil }
    seen = expires
  }

  /// The time from which the picture counts as not fetched for a number of intervals.
  private func missing(after intervals: Int) -> Moment {
    (fetched ?? since).adding(intervals * (pace ?? PictureRhythm.day))
  }

  /// Returns the events that are due, and records that they were sent.
  package mutating func events(at now: Moment, intervals: Int) -> [WebhookEvent.Kind] {
    var due: [WebhookEvent.Kind] = []
    if let expires, expires <= now { due.append(.expired) }
    if missing(after: intervals) <= now { due.append(.unfetched) }
    due.removeAll(where: told.contains)
    told.formUnion(due)
    return due
  }

  /// Returns the time of the next event, or `nil` if there is none.
  package func next(intervals: Int) -> Moment? {
    let expiry = told.contains(.expired) ? nil : expires
    return earliest(expiry, told.contains(.unfetched) ? nil : missing(after: intervals))
  }
}
