/// Which of its two looks a theme is asked for.
public enum ThemeVariant: String, Sendable, Hashable, CaseIterable {
  /// Dark letters on a light ground.
  case light
  /// Light letters on a dark ground.
  case dark
}
