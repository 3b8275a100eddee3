import WallfarmPluginKit

/// The revision of an entry.
///
/// If an entry has several versions, the latest one applies (RFC 5546, 2.1.5).
struct CalendarRevision: Hashable, Comparable {
  private let sequence: Int
  /// The DTSTAMP time in seconds on its own clock, or `Int.min` if DTSTAMP is missing or invalid.
  private let stamp: Int
  private let changed: Int

  /// Reads the revision of an entry.
  init(_ component: CalendarText.Component) {
    func seconds(_ name: String) -> Int {
      component.property(name).flatMap { CalendarTime($0) }?.seconds ?? .min
    }
    sequence = component.property("SEQUENCE").flatMap { Int($0.value) } ?? 0
    (stamp, changed) = (seconds("DTSTAMP"), seconds("LAST-MODIFIED"))
  }

  static func < (one: CalendarRevision, other: CalendarRevision) -> Bool {
    (one.sequence, one.stamp, one.changed) < (other.sequence, other.stamp, other.changed)
  }

  /// Whether the other revision has a higher sequence number.
  func isOutdated(by other: CalendarRevision) -> Bool { sequence < other.sequence }
}

/// Selects the current version of each event.
struct CalendarVersions {
  /// The identity that all versions of an event share.
  private struct Name: Hashable {
    let uid: String
    let replaced: CalendarSeries.Key?
    let andFollowing: Bool
  }

  private let events: [CalendarEvent]
  private let series: CalendarSeries
  /// The series, by UID.
  private(set) var masters: [String: CalendarEvent] = [:]

  init(_ events: [CalendarEvent], _ series: CalendarSeries) {
    (self.events, self.series) = (events, series)
    for event in events where event.replaces == nil {
      guard let uid = event.uid, masters[uid].map({ $0.revision <= event.revision }) ?? true else {
        continue
      }
      masters[uid] = event
    }
  }

  /// The current versions of the events, without duplicates.
  ///
  /// Some programs give many events the same UID, so events that have the same UID and revision
  /// count as different events. An instance can be moved only once, so the last override applies.
  var current: [CalendarEvent] {
    let names = events.map(name)
    var latest: [Name: (revision: CalendarRevision, index: Int)] = [:]
    for (index, event) in events.enumerated() {
      guard let name = names[index] else { continue }
      if latest[name].map({ $0.revision <= event.revision }) ?? true {
        latest[name] = (event.revision, index)
      }
    }
    var shown: [Name: [CalendarEvent]] = [:]
    return events.indices.filter { index in
      guard let name = names[index], let last = latest[name] else { return true }
      let event = events[index]
      guard event.replaces == nil else { return last.index == index && !isCalledOff(event) }
      guard event.revision == last.revision else { return false }
      let others = shown[name, default: []]
      guard !others.contains(where: { $0.component.isSame(as: event.component) }) else {
        return false
      }
      // Without this limit, the search would take quadratic time.
      if others.count < 20 { shown[name, default: []].append(event) }
      return true
    }.map { events[$0] }
  }

  /// Whether the series of an override is canceled and the override is not newer than the
  /// cancellation.
  private func isCalledOff(_ event: CalendarEvent) -> Bool {
    guard let master = event.uid.flatMap({ masters[$0] }), master.isCancelled else { return false }
    return !master.revision.isOutdated(by: event.revision)
  }

  private func name(of event: CalendarEvent) -> Name? {
    guard let uid = event.uid else { return nil }
    let key = event.replaces.map { (time, _) in
      masters[uid].flatMap { series.key(time, in: $0.start) } ?? series.key(time, in: time)
    }
    return Name(uid: uid, replaced: key ?? nil, andFollowing: event.replaces?.andFollowing ?? false)
  }
}
