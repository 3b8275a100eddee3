/// A change that makes text legible on its background; the cases are ordered from least to most
/// visible.
public enum LegibilityAid: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Uses the alternate text color of the theme.
  case color
  /// Adds a gradient across the width of the screen, starting at its top or bottom edge.
  case gradient
  /// Adds up to two soft shadows behind the letters.
  case shadow
  /// Adds a card with rounded corners that blurs and tints the background.
  case card

  /// Whether an aid is less visible than another aid.
  public static func < (one: LegibilityAid, other: LegibilityAid) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .color: 0
    case .gradient: 1
    case .shadow: 2
    case .card: 3
    }
  }

  /// The words that `legibility.aids` accepts: the names of the aids, including former names.
  public static let words = allCases.map(\.rawValue) + formerWords.keys.sorted()

  private static let formerWords: [String: LegibilityAid] = [
    "halo": .shadow, "scrim": .card, "strong-scrim": .card,
  ]

  /// Finds an aid by its name or a former name.
  public init?(word: String) {
    guard let aid = LegibilityAid(rawValue: word) ?? LegibilityAid.formerWords[word] else {
      return nil
    }
    self = aid
  }
}
