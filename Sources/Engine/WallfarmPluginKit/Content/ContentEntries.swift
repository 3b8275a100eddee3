// Entries with their fields by name, for layouts.

/// A day or moment that matters.
public struct DateEntry: Hashable, Sendable {
  /// What is then.
  public let title: String
  /// The day, or the moment.
  public let date: When
  /// Its colour; nil: the layout's.
  public let color: Color?

  /// Reads an entry of `dates`; nil for one that was not checked.
  public init?(_ entry: ContentEntry) {
    guard let title = entry.text("title"), let date = entry.when("date") else { return nil }
    (self.title, self.date) = (title, date)
    color = if case .color(let color)? = entry["color"] { color } else { nil }
  }
}
