/// A text of a picture with samples of its background.
struct JudgedText {
  /// Name of its layer.
  let layer: String
  let lines: TextLines
  /// Whether it is the number of a note.
  let isNumber: Bool

  /// The contrast that each of its lines must reach.
  func target(_ rules: LegibilityRules, margin: Double = 1) -> LegibilityTarget {
    rules.target(size: lines.size, isNumber: isNumber, margin: margin)
  }
}
