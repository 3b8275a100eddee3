/// The strongest aids, and the comparison of aids.
///
/// They were set by eye on photos of the packages that setup installs: beyond them a gradient reads
/// as a fault of the photo, and shadows as an outline.
package enum LegibilityLimits {
  /// Maximum opacity of a gradient, 0…1.
  package static let gradient = 0.5
  /// Opacity of a gradient that is combined with shadows, 0…1.
  static let gradientBelowShadows = 0.3
  /// Maximum share of the screen, 0…1, on which a gradient is preferred to shadows.
  static let gradientInsteadOfShadows = 0.1
  /// Number of layers of each shadow: together they are dense beside the letters without reaching
  /// far.
  static let shadowLayers = 3
  /// Opacity of each layer of a shadow where the letters cover everything, 0…1.
  static let shadow = 0.9
  /// Maximum opacity of both shadows beside a letter, 0…1.
  package static let shadows = 0.75
  /// Other colors or another look replace the theme's own if their aids are below this share of the
  /// visibility, so that the theme's own win where the difference hardly shows.
  static let worthwhile = 0.8
  /// Visibility of light aids relative to dark ones: dark ones look like shade, light ones like a
  /// sticker.
  static let glow = 1.25
  /// Minimum and maximum opacity of the tint of a card, 0…1.
  package static let card = 0.35...1
}
