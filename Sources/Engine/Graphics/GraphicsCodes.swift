public import WallfarmPluginKit

// Error codes of decoding, drawing and encoding.

extension ErrorCode {
  /// A font family is not bundled.
  public static let unknownFont = ErrorCode("unknown-font", .invalid, isFixable: true)
  /// No bundled font has a character.
  public static let missingGlyph = ErrorCode("missing-glyph", .invalid)
  /// The format of a photo has no decoder.
  public static let photoFormat = ErrorCode("photo-format", .invalid)
  /// A photo exceeds a limit on pixels or side length.
  public static let photoTooLarge = ErrorCode("photo-too-large", .invalid)
  /// The bundled fonts are missing or are not the pinned ones.
  public static let fontsMissing = ErrorCode("fonts-missing", .installation)
  /// cairo, Pango or an encoder failed.
  public static let rasterFailed = ErrorCode("raster-failed", .drawing)
}
