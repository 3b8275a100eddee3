/// A change that makes text legible on its background; cases are ordered from least to most
/// visible.
public enum LegibilityAid: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The alternate text color of the theme.
  case color
  /// A gradient over the width of the screen that starts at its upper or lower edge.
  case gradient
  /// Up to two soft shadows behind the letters.
  case shadow
  /// A card with rounded corners that shows the background blurred and tinted.
  case card

  /// Whether an aid has less visual effect than another.
  public static func < (one: LegibilityAid, other: LegibilityAid) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .color: 0
    case .gradient: 1
    case .shadow: 2
    case .card: 3
    }
  }

  /// The words of `legibility.aids`: the aids, and their former names.
  public static let words = allCases.map(\.rawValue) + formerWords.keys.sorted()

  private static let formerWords: [String: LegibilityAid] = [
    "halo": .shadow, "scrim": .card, "strong-scrim": .card,
  ]

  /// The aid with a name, which may be a former name.
  public init?(word: String) {
    guard let aid = LegibilityAid(rawValue: word) ?? LegibilityAid.formerWords[word] else {
      return nil
    }
    self = aid
  }
}
