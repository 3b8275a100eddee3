/// A way to make text more legible, in order of increasing visual effect.
public enum LegibilityAid: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The alternate text color of the theme.
  case color
  /// A soft shadow around the letters.
  case shadow
  /// Several overlaid shadows, a light or dark halo around each letter.
  case halo
  /// A translucent pane: a card with rounded corners behind groups of adjacent lines.
  case scrim
  /// A scrim with an opacity above one half.
  case strongScrim = "strong-scrim"

  /// Whether an aid has less visual effect than another.
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
