/// Rules for reserved color code points in a bitstream (ITU-T H.273).
///
/// Code points in the container take precedence; a reserved one there rejects the photo when its
/// header is read.
enum HEIFWarnings {
  static let unknownPrimaries = WarningRule(
    "Unknown_NCLX_color_primaries", .harmless,
    "a reserved number means as much as none, and the colors are sRGB's")
  static let unknownTransfer = WarningRule(
    "Unknown_NCLX_transfer_characteristics", .harmless,
    "a reserved number means as much as none, and the curve is sRGB's")
  static let unknownMatrix = WarningRule(
    "Unknown_NCLX_matrix_coefficients", .pixelsMayDiffer,
    "how red, green and blue are coded is not known and was guessed")

  /// All rules; the documentation lists them by name.
  static let rules = [unknownPrimaries, unknownTransfer, unknownMatrix]
}

extension WarningRule {
  /// The name as text.
  var sentence: String { warning.replacing("_", with: " ") }
}
