package import WallfarmPluginKit

/// The trajectory of confetti: position + velocity · t + ½ gravity · t², from a seed and an index.
package struct ConfettiFlight {
  package let count: Int
  private let seed: UInt64
  private let start: Double
  private let seconds: Double
  private let colors: Int
  /// The starting point in pixels.
  private let origin: Point
  /// Height of the canvas in pixels, which scales velocities and gravity.
  private let height: Double
  private let width: Double

  package init(_ confetti: MotionThing.Confetti, from origin: Point, width: Double, height: Double)
  {
    count = confetti.count
    seed = UInt64(confetti.seed)
    (start, seconds) = (confetti.start, confetti.seconds)
    colors = confetti.colors.count
    (self.origin, self.width, self.height) = (origin, width, height)
  }

  /// A piece in flight.
  package struct Flown {
    package let x: Double
    package let y: Double
    let degrees: Double
    /// Horizontal scale of the tumbling piece, which is thin when seen edge-on.
    let across: Double
    package let color: Int
    let opacity: Double

    func place(of sprite: Sprite) -> SpritePlace {
      SpritePlace(
        round: sprite.middle, scale: (1, across), degrees: degrees,
        by: (x - sprite.middle.x, y - sprite.middle.y))
    }
  }

  /// A piece at a moment of the shot; nil before it starts and after it disappears.
  package func piece(_ number: Int, at time: Double) -> Flown? {
    var random = PieceNumbers(seed, number)
    // Stagger the starts.
    let now = time - start - random.next() * 0.25
    let (side, up) = (random.next() * 2 - 1, 0.75 + random.next() * 0.75)
    let (turn, spin) = (random.next() * 360, (random.next() * 2 - 1) * 420)
    let (tumble, phase) = (3 + random.next() * 6, random.next() * 6.283)
    let color = Int(random.next() * Double(colors))
    guard now > 0, now < seconds else { return nil }
    let pull = 1.35 * height
    // Apply a slight air resistance; velocities are in canvas sizes per second.
    let x = origin.x + side * 0.62 * width * now * (1 - 0.18 * min(now, 2.5))
    let y = origin.y - up * 0.95 * height * now + 0.5 * pull * now * now
    guard y < height * 1.1 else { return nil }
    let left = seconds - now
    return Flown(
      x: x, y: y, degrees: turn + spin * now, across: 0.25 + 0.75 * abs(wave(tumble * now + phase)),
      color: color, opacity: min(1, left / 0.5))
  }

  /// A parabolic approximation of a sine wave.
  private func wave(_ angle: Double) -> Double {
    let turns = angle / 6.283
    let part = (turns - turns.rounded(.down)) * 2 - 1
    return 4 * part * (1 - abs(part))
  }
}

/// Random numbers of a piece, 0..<1, from SplitMix64 (Steele, Lea, Flood 2014).
private struct PieceNumbers {
  private var state: UInt64

  init(_ seed: UInt64, _ number: Int) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03
  }

  mutating func next() -> Double {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
