/// The maximum strength of aids, and the factors for comparing their visibility.
///
/// The limits were chosen by eye, using photos from the packages that setup installs. Beyond these
/// limits, a gradient looks like a defect in the photo, and shadows look like an outline.
package enum LegibilityLimits {
  /// Maximum opacity of a gradient, 0…1.
  package static let gradient = 0.5
  /// Opacity of a gradient that is combined with shadows, 0…1.
  static let gradientBelowShadows = 0.3
  /// The maximum fraction of the screen, 0…1, that a gradient may change if it is preferred to
  /// shadows.
  static let gradientInsteadOfShadows = 0.1
  /// Number of layers in each shadow; together, the layers are dense next to the letters without
  /// extending far.
  static let shadowLayers = 6
  /// The opacity of each layer of a shadow, 0…1, where the mask of the letters has full coverage.
  static let shadow = 0.9
  /// The combined opacity of both shadows that `theme check` assumes, 0…1; next to most letters,
  /// the actual opacity can be higher.
  package static let shadows = 0.75
  /// The relative visibility of aids below which other text colors or another look are preferred to
  /// the theme's default.
  ///
  /// The aids for the other colors or look are compared with the aids for the theme's own colors in
  /// its default look. If their visibility is not below this fraction, the default is kept, because
  /// the difference is barely visible.
  static let worthwhile = 0.8
  /// The visibility of light aids relative to dark aids of the same strength.
  ///
  /// Light aids are more visible, because they look like a sticker, whereas dark aids look like a
  /// shadow.
  static let glow = 1.25
  /// Minimum and maximum opacity of a card's tint, 0…1.
  package static let card = 0.35...1
}
