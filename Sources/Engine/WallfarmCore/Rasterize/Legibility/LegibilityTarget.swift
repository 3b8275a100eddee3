/// The contrast that a line of text has to reach.
struct LegibilityTarget: Hashable {
  /// WCAG contrast, 1…21.
  var contrast: Double
  /// Lc of APCA, 0…108.
  var lightness: Double
}
