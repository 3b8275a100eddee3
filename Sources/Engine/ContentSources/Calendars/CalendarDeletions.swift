import WallfarmPluginKit

/// Finds changes of times that their series does not have any more.
struct CalendarDeletions {
  /// The series, by their UID.
  private let masters: [String: CalendarEvent]
  /// The times of series that are known, by UID.
  private var times: [String: Set<CalendarSeries.Key>] = [:]
  /// The times that series leave out, by UID.
  private var exceptions: [String: Set<CalendarSeries.Key>] = [:]

  init(_ masters: [String: CalendarEvent]) { self.masters = masters }

  /// Remembers the times of a series.
  mutating func note(_ instances: [CalendarInstance], of uid: String) {
    times[uid, default: []].formUnion(
      instances.map { $0.start.time == nil ? .day($0.start.day) : .moment($0.first) })
  }

  /// Whether an event changes a time that its series leaves out, or that a later version of the series does not have.
  ///
  /// An override of a series that the file lacks stands by itself.
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
