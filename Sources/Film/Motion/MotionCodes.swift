public import WallfarmPluginKit

// Error codes for motions.

extension ErrorCode {
  /// There is no motion with the given name.
  public static let unknownMotion = ErrorCode("unknown-motion", .invalid)
  /// Text that does not move in a film is outside the screen.
  public static let filmTextOutside = ErrorCode("film-text-outside", .invalid)
  /// Text that does not move in a film has too little contrast.
  public static let filmTextUnreadable = ErrorCode("film-text-unreadable", .invalid)
}
