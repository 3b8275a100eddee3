public import WallfarmPluginKit

// What decoding, drawing and encoding can fail with.

extension ErrorCode {
  /// A family that is not bundled.
  public static let unknownFont = ErrorCode("unknown-font", .invalid)
  /// No bundled font has a character.
  public static let missingGlyph = ErrorCode("missing-glyph", .invalid)
  /// A photo whose format has no decoder here.
  public static let photoFormat = ErrorCode("photo-format", .invalid)
  /// A photo beyond a limit on pixels or sides.
  public static let photoTooLarge = ErrorCode("photo-too-large", .invalid)
  /// The bundled fonts are missing or are not the pinned ones.
  public static let fontsMissing = ErrorCode("fonts-missing", .installation)
  /// cairo, pango or an encoder failed.
  public static let rasterFailed = ErrorCode("raster-failed", .drawing)
}
