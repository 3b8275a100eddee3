internal import CHEIF

/// What each warning of libheif means, by its number.
///
/// Version 1.15 has these three. They are about the colour numbers (ITU-T H.273) of the coded picture. The
/// file around it may have others, which count; a reserved one there refuses the photo with its header.
enum HEIFWarnings {
  /// The name in libheif's heif.h is the key that documents show.
  static let rules: [(number: Int, rule: WarningRule)] = [
    (
      wallfarm_heif_unknown_primaries,
      WarningRule(
        "Unknown_NCLX_color_primaries", .harmless,
        "a reserved number means as much as none, and the colours are sRGB's")
    ),
    (
      wallfarm_heif_unknown_transfer,
      WarningRule(
        "Unknown_NCLX_transfer_characteristics", .harmless,
        "a reserved number means as much as none, and the curve is sRGB's")
    ),
    (
      wallfarm_heif_unknown_matrix,
      WarningRule(
        "Unknown_NCLX_matrix_coefficients", .pixelsMayDiffer,
        "how red, green and blue are coded is not known and was guessed")
    ),
  ].map { (Int($0.0), $0.1) }

  /// What is said of a warning, in the words of libheif, and what it means.
  ///
  /// One that no row has is damage: a newer library may have it.
  static func told(_ number: Int) -> (sentence: String, meaning: WarningMeaning) {
    guard let rule = rules.first(where: { $0.number == number })?.rule else {
      return ("warning \(number)", .damage)
    }
    return (rule.warning.replacing("_", with: " "), rule.meaning)
  }
}
