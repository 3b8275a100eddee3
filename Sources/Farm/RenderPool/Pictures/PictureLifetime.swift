/// The time until which a picture is true, and the update interval that follows from it.
public struct PictureLifetime: Sendable, Hashable {
  /// The time at which the picture first changes, in RFC 3339 form with the offset of its zone.
  public let expires: String

  /// The intervals at which a picture needs an update.
  public enum Interval: String, Sendable, CaseIterable {
    /// The picture changes at the end of a day.
    case day
    /// The picture changes during the day.
    case hour
  }

  /// Creates a lifetime that ends at a time in RFC 3339 form.
  public init(expires: String) { self.expires = expires }

  /// The local date and time at which the picture first changes, such as `2026-12-24 00:00`.
  public var localTime: String {
    String(expires.prefix(16)).replacing("T", with: " ")
  }

  /// The maximum time between two updates: a day for a picture that changes at midnight, and an
  /// hour for a picture that changes during the day.
  public var interval: Interval { expires.dropFirst(11).hasPrefix("00:00") ? .day : .hour }

  /// A sentence for the operator.
  package var note: String {
    "the picture is true until \(localTime); "
      + (interval == .day
        ? "its content depends on the day, so update it every day after midnight"
        : "its content changes during the day, so update it at least every hour")
  }
}
