/// What can be done for text that is hard to read, from the least to the most.
public enum LegibilityAid: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The theme's other text colour.
  case color
  /// A soft shadow round the letters.
  case shadow
  /// Several of them, one upon the other: light or dark round each letter, and the picture between.
  case halo
  /// A soft pane: one card with round corners behind lines that are near each other.
  case scrim
  /// The same pane, stronger than half.
  case strongScrim = "strong-scrim"

  /// Whether one does less than another.
  public static func < (one: LegibilityAid, other: LegibilityAid) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .color: 0
    case .shadow: 1
    case .halo: 2
    case .scrim: 3
    case .strongScrim: 4
    }
  }
}
