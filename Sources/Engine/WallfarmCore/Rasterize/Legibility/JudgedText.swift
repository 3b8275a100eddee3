/// A text of a picture, and what it stands on.
struct JudgedText {
  /// Name of its layer.
  let layer: String
  let lines: TextLines
  /// Whether it is the number of a note.
  let isNumber: Bool

  /// What each of its lines must reach.
  func target(_ rules: LegibilityRules, margin: Double = 1) -> LegibilityTarget {
    rules.target(size: lines.size, isNumber: isNumber, margin: margin)
  }
}
