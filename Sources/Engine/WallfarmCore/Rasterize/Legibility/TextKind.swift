import WallfarmPluginKit

/// The properties that all texts of equal appearance share; such texts get shadows of equal
/// strength.
struct TextKind: Hashable {
  /// The text color, after replacement.
  let color: Color
  /// Type size in points.
  let size: Double
}
