/// The measured contrast of a line of text.
struct LegibilityFigures: Hashable {
  /// 5th percentile of the WCAG contrast ratio.
  var contrast: Double
  /// 5th percentile of APCA's Lc.
  var lightness: Double

  func reaches(_ target: LegibilityTarget) -> Bool {
    contrast >= target.contrast && lightness >= target.lightness
  }
}
