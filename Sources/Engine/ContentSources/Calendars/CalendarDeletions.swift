import WallfarmPluginKit

/// Finds overrides whose instances no longer exist in their series.
struct CalendarDeletions {
  /// The series, by UID.
  private let masters: [String: CalendarEvent]
  /// The known instances of each series, by UID.
  private var times: [String: Set<CalendarSeries.Key>] = [:]
  /// The exception times of each series, by UID.
  private var exceptions: [String: Set<CalendarSeries.Key>] = [:]

  init(_ masters: [String: CalendarEvent]) { self.masters = masters }

  /// Records the instances of a series.
  mutating func note(_ instances: [CalendarInstance], of uid: String) {
    times[uid, default: []].formUnion(
      instances.map { $0.start.time == nil ? .day($0.start.day) : .moment($0.first) })
  }

  /// Whether an event overrides an instance that its series excludes, or that a newer version of
  /// the series no longer contains.
  ///
  /// An override is treated as an independent event if the file does not contain its series.
  mutating func contains(_ event: CalendarEvent, _ series: CalendarSeries) -> Bool {
    guard let (time, _) = event.replaces, let uid = event.uid, let master = masters[uid],
      let key = series.key(time, in: master.start)
    else { return false }
    let without = exceptions[uid] ?? series.exceptions(of: master)
    exceptions[uid] = without
    guard !without.contains(key), !without.contains(.day(time.day)) else { return true }
    guard event.revision.isOutdated(by: master.revision), series.isInWindow(key) else {
      return false
    }
    return !(times[uid]?.contains(key) ?? false)
  }
}
