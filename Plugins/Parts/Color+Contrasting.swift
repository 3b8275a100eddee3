public import WallfarmPluginKit

/// A colour that words stand on, and the colour of the words: black or white.
public struct WrittenGround: Sendable {
  /// What lies below the words.
  public let ground: Color
  /// The words.
  public let ink: Color

  /// The colour itself where small black or white words can be read on it; else the nearest lighter or darker one.
  ///
  /// Lc 75 of APCA, which wallfarm asks for small type, is a contrast of 12.7 for black on a light ground and of 4.9
  /// for white on a dark one.
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
    // White itself is lighter than any other.
    (ground, ink) = (.white, .black)
  }
}

extension Color {
  /// Black or white, whichever has more contrast with the colour.
  public var contrasting: Color {
    contrast(with: .black) >= contrast(with: .white) ? .black : .white
  }

  /// The colour with a share of white (255) or black (0) in it, opaque.
  fileprivate func mixed(with level: Double, _ share: Double) -> Color {
    func channel(_ own: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - share) + level * share).rounded())
    }
    return Color(red: channel(red), green: channel(green), blue: channel(blue))
  }
}
