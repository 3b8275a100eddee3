/// The contrast that a line of text must reach.
struct LegibilityTarget: Hashable {
  /// WCAG contrast ratio, 1…21.
  var contrast: Double
  /// APCA's Lc, 0…108.
  var lightness: Double
}
