public import WallfarmPluginKit

/// A background color, and a readable text color on it: black or white.
public struct WrittenGround: Sendable {
  /// The background color.
  public let ground: Color
  /// The text color.
  public let ink: Color

  /// Creates the pair whose background is closest to a given color, which is lightened or darkened
  /// as little as necessary.
  ///
  /// APCA Lc 75, the requirement for small type, corresponds to a contrast ratio of 12.7 for black
  /// on a light color and of 4.9 for white on a dark one.
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
