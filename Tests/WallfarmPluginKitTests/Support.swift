import WallfarmPluginKit

/// Repeatable random numbers (SplitMix64, Steele 2014), so that a printed seed is enough.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: 0...UInt64.max)) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A multiple of a quarter, so that sums and differences are exact.
  mutating func quarters(in range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range.lowerBound * 4...range.upperBound * 4, using: &self)) / 4
  }

  /// A rectangle round the origin; now and then one without an inside.
  mutating func rect() -> Rect {
    Rect(
      x: quarters(in: -50...50), y: quarters(in: -50...50), width: quarters(in: 0...60),
      height: quarters(in: 0...60))
  }
}

extension Color {
  /// A colour as people write it in a stylesheet: `0x1C1C1E`.
  init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF),
      alpha: alpha)
  }
}
