import WallfarmPluginKit

/// What texts have in common that look alike: one has no stronger halo than another.
struct TextKind: Hashable {
  /// The text's own colour, or what replaces it.
  let color: Color
  /// Type size, in points.
  let size: Double
}
