// Typed entries for layouts.

/// An entry of the kind `dates`.
public struct DateEntry: Hashable, Sendable {
  /// The title.
  public let title: String
  /// The day or moment.
  public let date: When
  /// The color; `nil` means the color of the layout.
  public let color: Color?

  /// Creates a typed entry; returns `nil` if a required field is missing.
  public init?(_ entry: ContentEntry) {
    guard let title = entry.text("title"), let date = entry.when("date") else { return nil }
    (self.title, self.date) = (title, date)
    color = if case .color(let color)? = entry["color"] { color } else { nil }
  }
}
