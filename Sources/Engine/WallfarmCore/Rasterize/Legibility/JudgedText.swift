/// Text in a picture, with samples of its background.
struct JudgedText {
  /// Name of its layer.
  let layer: String
  let lines: TextLines

  /// The contrast that each of its lines must reach.
  ///
  /// Aids do not affect text on a card or disc, so it does not need a margin.
  func target(_ rules: LegibilityRules, isAided: Bool = false) -> LegibilityTarget {
    rules.target(size: lines.size, isNumber: lines.isNumber, isAided: isAided && !lines.isCovered)
  }
}
