/// What can be done for text that is hard to read, from the least to the most.
public enum LegibilityAid: String, Sendable, Hashable, CaseIterable {
  /// The theme's other text colour.
  case color
  /// A soft shadow round the letters.
  case shadow
  /// A band behind the notes that fades out above and below.
  case scrim
  /// The same band, stronger than half.
  case strongScrim = "strong-scrim"
}
