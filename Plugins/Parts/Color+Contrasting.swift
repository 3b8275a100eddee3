public import WallfarmPluginKit

/// A background color, and the text color that is readable on it: black or white.
public struct WrittenGround: Sendable {
  /// The background color.
  public let ground: Color
  /// The text color.
  public let ink: Color

  /// Creates the pair by lightening or darkening a given color as little as necessary for readable
  /// text.
  ///
  /// Every color with a contrast ratio of at least 12.72 with black, or 4.67 with white, reaches
  /// APCA Lc 75, the requirement for small type. Both limits in the code are slightly higher.
  public init(near color: Color) {
    for step in 0...20 {
      let share = Double(step) / 20
      let (lighter, darker) = (color.mixed(with: 255, share), color.mixed(with: 0, share))
      if lighter.contrast(with: .black) >= 12.9 {
        (ground, ink) = (lighter, .black)
        return
      }
      if darker.contrast(with: .white) >= 4.9 {
        (ground, ink) = (darker, .white)
        return
      }
    }
    // This point is unreachable, because white itself satisfies the first condition.
    (ground, ink) = (.white, .black)
  }
}

extension Color {
  /// Black or white, whichever has the higher contrast with the color.
  public var contrasting: Color {
    contrast(with: .black) >= contrast(with: .white) ? .black : .white
  }

  /// The opaque mixture of the color with white (255) or black (0).
  fileprivate func mixed(with level: Double, _ share: Double) -> Color {
    func channel(_ own: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - share) + level * share).rounded())
    }
    return Color(red: channel(red), green: channel(green), blue: channel(blue))
  }
}
