/// The rules for reserved color code points in a bitstream (ITU-T H.273).
///
/// Code points in the container take precedence. A reserved code point in the container makes the
/// photo invalid as soon as its header is read.
package enum HEIFWarnings {
  static let unknownPrimaries = WarningRule(
    "Unknown_NCLX_color_primaries", .harmless,
    "a reserved value is treated as unspecified, and sRGB colors are assumed")
  static let unknownTransfer = WarningRule(
    "Unknown_NCLX_transfer_characteristics", .harmless,
    "a reserved value is treated as unspecified, and the sRGB curve is assumed")
  static let unknownMatrix = WarningRule(
    "Unknown_NCLX_matrix_coefficients", .pixelsMayDiffer,
    "the encoding of red, green and blue is unknown and was guessed")

  /// All rules; the documentation lists them by name.
  package static let rules = [unknownPrimaries, unknownTransfer, unknownMatrix]
}

extension WarningRule {
  /// The name of the warning as plain text.
  var sentence: String { warning.replacing("_", with: " ") }
}
