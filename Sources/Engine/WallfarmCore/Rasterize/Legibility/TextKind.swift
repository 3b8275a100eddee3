import WallfarmPluginKit

/// The properties that all text of equal appearance shares; such text gets shadows of equal
/// strength.
struct TextKind: Hashable {
  /// The text color, after replacement.
  let color: Color
  /// Type size in points.
  let size: Double
  /// Whether it is the number of a note, whose target differs from that of other text.
  let isNumber: Bool
}
