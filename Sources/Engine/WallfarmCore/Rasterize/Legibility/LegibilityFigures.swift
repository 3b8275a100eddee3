/// The contrast of a line of text.
struct LegibilityFigures: Hashable {
  /// WCAG contrast that 95 of 100 samples have.
  var contrast: Double
  /// Lc of APCA that 95 of 100 samples have.
  var lightness: Double

  func reaches(_ target: LegibilityTarget) -> Bool {
    contrast >= target.contrast && lightness >= target.lightness
  }
}
