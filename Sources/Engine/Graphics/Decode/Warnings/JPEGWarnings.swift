internal import CJPEG

/// The rules for libjpeg-turbo warnings, by number.
package enum JPEGWarnings {
  /// All rules, which the documentation lists by their names in libjpeg's `jerror.h`.
  package static let rules: [(number: Int, rule: WarningRule)] = [
    (
      wallfarm_jpeg_adobe_transform,
      WarningRule(
        "JWRN_ADOBE_XFORM", .pixelsMayDiffer, "the color encoding is unknown and was guessed")
    ),
    (
      wallfarm_jpeg_bad_arithmetic_code,
      WarningRule("JWRN_ARITH_BAD_CODE", .damage, "pixels were guessed")
    ),
    (
      wallfarm_jpeg_bad_progression,
      WarningRule(
        "JWRN_BOGUS_PROGRESSION", .pixelsMayDiffer, "a scan is missing or repeated")
    ),
    (
      wallfarm_jpeg_extraneous_data,
      WarningRule(
        "JWRN_EXTRANEOUS_DATA", .harmless,
        "every decoder skips the extra bytes between two parts of the file")
    ),
    (
      wallfarm_jpeg_extraneous_data_before_restart,
      WarningRule(
        "JWRN_EXTRANEOUS_DATA", in: ["RST0…RST7"], .damage,
        "a scan contains extra bytes, so its pixels were decoded incorrectly")
    ),
    (
      wallfarm_jpeg_hit_marker,
      WarningRule("JWRN_HIT_MARKER", .damage, "pixels are missing")
    ),
    (
      wallfarm_jpeg_bad_huffman_code,
      WarningRule("JWRN_HUFF_BAD_CODE", .damage, "pixels were guessed")
    ),
    (
      wallfarm_jpeg_unknown_jfif,
      WarningRule(
        "JWRN_JFIF_MAJOR", .harmless,
        "a header that contains only the pixel density has an unknown version")
    ),
    (
      wallfarm_jpeg_end_of_file,
      WarningRule("JWRN_JPEG_EOF", .damage, "the file is truncated")
    ),
    (
      wallfarm_jpeg_resync,
      WarningRule("JWRN_MUST_RESYNC", .damage, "pixels are missing")
    ),
    (
      wallfarm_jpeg_not_sequential,
      WarningRule(
        "JWRN_NOT_SEQUENTIAL", .harmless,
        "the file has progressive-scan parameters, which decoders ignore in a sequential JPEG")
    ),
    (
      wallfarm_jpeg_too_much_data,
      WarningRule("JWRN_TOO_MUCH_DATA", .damage, "the file has fewer rows than its header states")
    ),
  ].map { (Int($0.0), $0.1) }

  /// Returns the meaning of a warning; an unknown warning is treated as damage.
  package static func meaning(of number: Int) -> WarningMeaning {
    rules.first { $0.number == number }?.rule.meaning ?? .damage
  }
}
