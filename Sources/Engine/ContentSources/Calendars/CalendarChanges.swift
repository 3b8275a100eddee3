import WallfarmPluginKit

/// The events that override instances of a series (RECURRENCE-ID, RFC 5545, 3.8.4.4).
struct CalendarChanges {
  private var replaced: Set<CalendarSeries.Key> = []
  /// Overrides that also apply to all later instances, in ascending order.
  private var following: [(at: CalendarSeries.Key, event: CalendarEvent, old: CalendarTime)] = []

  /// Collects the overrides of a series.
  ///
  /// - Parameters:
  ///   - events: the events with a RECURRENCE-ID.
  ///   - start: the start of the series.
  ///   - series: resolves the times of instances.
  ///   - zones: the zones of the file.
  init(
    _ events: [CalendarEvent], of start: CalendarTime, _ series: CalendarSeries,
    _ zones: CalendarZones
  ) {
    for event in events {
      guard let (time, andFollowing) = event.replaces, let key = series.key(time, in: start)
      else { continue }
      replaced.insert(key)
      if time.time == nil { replaced.insert(.day(time.day)) }
      if andFollowing { following.append((key, event, zones.like(start, time))) }
    }
    following.sort { $0.at < $1.at }
  }

  /// Applies the overrides to an instance; returns nil if an override cancels it or another event
  /// replaces it.
  func changed(_ instance: CalendarInstance, _ zones: CalendarZones) -> CalendarInstance? {
    let key: CalendarSeries.Key =
      instance.start.time == nil ? .day(instance.start.day) : .moment(instance.first)
    guard !replaced.contains(key), !replaced.contains(.day(instance.start.day)) else { return nil }
    guard let (_, change, old) = last(upTo: key) else { return instance }
    guard !change.isCancelled else { return nil }
    // An override cannot change an all-day instance to a timed one, or vice versa. An override that
    // tries to do so leaves the instance unchanged.
    guard (change.start.time == nil) == (instance.start.time == nil),
      (old.time == nil) == (change.start.time == nil)
    else { return instance }
    // Later instances shift by the same interval, measured on the clock of the override.
    let (from, now): (CalendarTime?, CalendarTime?)
    if change.start.time == nil {
      (from, now) = (old, instance.start)
    } else {
      from = zones.moment(of: old).flatMap { zones.local($0, on: change.start.clock) }
      now = zones.local(instance.first, on: change.start.clock)
    }
    guard let from, let now, let moved = now.at(now.seconds + change.start.seconds - from.seconds)
    else { return nil }
    return CalendarInstance(
      change,
      at: CalendarTime(
        day: moved.day, time: change.start.time == nil ? nil : moved.time, clock: moved.clock),
      zones)
  }

  /// The last override in ``following`` whose replaced instance is at or before `key`.
  private func last(
    upTo key: CalendarSeries.Key
  ) -> (at: CalendarSeries.Key, event: CalendarEvent, old: CalendarTime)? {
    var (low, high) = (0, following.count)
    while low < high {
      let middle = (low + high) / 2
      if following[middle].at <= key { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : following[low - 1]
  }
}

extension CalendarSeries.Key: Comparable {
  /// Orders keys by time; days sort before times.
  static func < (one: CalendarSeries.Key, other: CalendarSeries.Key) -> Bool {
    switch (one, other) {
    case (.day(let one), .day(let other)): one < other
    case (.moment(let one), .moment(let other)): one < other
    case (.day, .moment): true
    case (.moment, .day): false
    }
  }
}
