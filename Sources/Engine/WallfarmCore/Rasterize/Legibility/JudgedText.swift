/// Text in a picture, with samples of its background.
struct JudgedText {
  /// The name of the layer that contains the text.
  let layer: String
  let lines: TextLines

  /// Returns the contrast that each line of the text must reach.
  ///
  /// Aids do not affect text on a card or disc, so the target for that text includes no margin.
  func target(_ rules: LegibilityRules, isAided: Bool = false) -> LegibilityTarget {
    rules.target(size: lines.size, isNumber: lines.isNumber, isAided: isAided && !lines.isCovered)
  }
}
