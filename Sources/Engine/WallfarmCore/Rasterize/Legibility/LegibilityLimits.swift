/// The strongest aids, and the comparison of aids.
///
/// The limits were chosen by eye, using photos from the packages that setup installs: beyond them,
/// a gradient looks like a defect in the photo, and shadows look like an outline.
package enum LegibilityLimits {
  /// Maximum opacity of a gradient, 0…1.
  package static let gradient = 0.5
  /// Opacity of a gradient that is combined with shadows, 0…1.
  static let gradientBelowShadows = 0.3
  /// Maximum fraction of the screen, 0…1, on which a gradient is preferred to shadows.
  static let gradientInsteadOfShadows = 0.1
  /// Number of layers in each shadow; together, the layers are dense next to the letters without
  /// extending far.
  static let shadowLayers = 6
  /// Opacity of each layer of a shadow where letters cover the mask completely, 0…1.
  static let shadow = 0.9
  /// The combined opacity of both shadows that `theme check` assumes, 0…1; next to most letters,
  /// they can be denser.
  package static let shadows = 0.75
  /// Other colors or another look replace the theme's own only if the visibility of their aids is
  /// below this fraction, so the theme's own colors are kept if the difference is barely visible.
  static let worthwhile = 0.8
  /// Visibility of light aids relative to dark aids, because dark aids look like a shadow and light
  /// aids like a sticker.
  static let glow = 1.25
  /// Minimum and maximum opacity of a card's tint, 0…1.
  package static let card = 0.35...1
}
