public import Diagnostics

// Error codes for font files.

extension ErrorCode {
  /// A file is not an OpenType font.
  public static let fontFormat = ErrorCode("font-format", .invalid)
  /// A font is damaged, incomplete, or has no outlines.
  public static let fontUnreadable = ErrorCode("font-unreadable", .invalid)
  /// The license of a font does not permit embedding.
  public static let fontRestricted = ErrorCode("font-restricted", .invalid)
}
