public import WallfarmPluginKit

// Error codes for decoding, drawing and encoding.

extension ErrorCode {
  /// No bundled or custom font family has the requested name.
  public static let unknownFont = ErrorCode("unknown-font", .invalid, isFixable: true)
  /// No bundled font has a glyph for a character in the text.
  public static let missingGlyph = ErrorCode("missing-glyph", .invalid)
  /// No decoder supports the format of a photo.
  public static let photoFormat = ErrorCode("photo-format", .invalid)
  /// A photo exceeds a limit on its file size, dimensions, number of parts or decoder memory.
  public static let photoTooLarge = ErrorCode("photo-too-large", .invalid)
  /// The bundled fonts are missing or differ from the pinned fonts.
  public static let fontsMissing = ErrorCode("fonts-missing", .installation)
  /// cairo, Pango or an encoder failed.
  public static let rasterFailed = ErrorCode("raster-failed", .drawing)
}
