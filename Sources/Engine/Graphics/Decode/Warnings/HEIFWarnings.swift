/// The rules for warnings about reserved color code points in a bitstream (ITU-T H.273).
///
/// Code points in the container take precedence. If the container has a reserved code point, the
/// photo is rejected as soon as its header is read.
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

  /// All rules, which the documentation lists by name.
  package static let rules = [unknownPrimaries, unknownTransfer, unknownMatrix]
}

extension WarningRule {
  /// The name of the warning, with spaces instead of underscores.
  var sentence: String { warning.replacing("_", with: " ") }
}
