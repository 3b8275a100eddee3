/// What reserved color numbers of a coded picture mean (ITU-T H.273).
///
/// The file around the picture may have others, which count; a reserved one there refuses the photo with its header.
enum HEIFWarnings {
  static let unknownPrimaries = WarningRule(
    "Unknown_NCLX_color_primaries", .harmless,
    "a reserved number means as much as none, and the colours are sRGB's")
  static let unknownTransfer = WarningRule(
    "Unknown_NCLX_transfer_characteristics", .harmless,
    "a reserved number means as much as none, and the curve is sRGB's")
  static let unknownMatrix = WarningRule(
    "Unknown_NCLX_matrix_coefficients", .pixelsMayDiffer,
    "how red, green and blue are coded is not known and was guessed")

  /// The names are the keys that documents show.
  static let rules = [unknownPrimaries, unknownTransfer, unknownMatrix]
}

extension WarningRule {
  /// A name as a sentence.
  var sentence: String { warning.replacing("_", with: " ") }
}
