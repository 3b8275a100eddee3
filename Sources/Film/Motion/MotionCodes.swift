public import WallfarmPluginKit

// What reading and drawing motions can fail with.

extension ErrorCode {
  /// No motion has that name.
  public static let unknownMotion = ErrorCode("unknown-motion", .invalid)
  /// Letters of a film stand still beyond the edge of the screen.
  public static let filmTextOutside = ErrorCode("film-text-outside", .invalid)
  /// Letters of a film stand still on something that is too much like them.
  public static let filmTextUnreadable = ErrorCode("film-text-unreadable", .invalid)
}
