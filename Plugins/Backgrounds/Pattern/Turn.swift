import Foundation
import WallfarmPluginKit

/// A turn by some degrees, clockwise.
struct Turn {
  let right: Double
  let down: Double

  init(degrees: Double) {
    right = cos(degrees * .pi / 180)
    down = sin(degrees * .pi / 180)
  }

  /// A place relative to a point, turned about it.
  func applied(x: Double, y: Double, to center: Point) -> Point {
    Point(x: center.x + x * right - y * down, y: center.y + x * down + y * right)
  }
}

/// Chance that is the same for the same seed: SplitMix64, by Sebastiano Vigna (2015).
struct SeededChance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to 1.
  mutating func share() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }
}
