import WallfarmPluginKit

/// The properties of text that looks the same; all text of one kind gets shadows of equal strength.
struct TextKind: Hashable {
  /// The text color, after replacement.
  let color: Color
  /// Type size in points.
  let size: Double
  /// Whether the text is the number of a note, whose target differs from that of other text.
  let isNumber: Bool
}
