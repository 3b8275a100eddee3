/// The light or dark look of a theme.
public enum ThemeVariant: String, Sendable, Hashable, CaseIterable {
  /// Dark letters on a light background.
  case light
  /// Light letters on a dark background.
  case dark
}
