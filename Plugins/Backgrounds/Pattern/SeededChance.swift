/// A pseudorandom generator that produces the same sequence on every machine: SplitMix64 (Steele,
/// Lea and Flood 2014).
struct SeededChance {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next number in the range 0..<1.
  mutating func share() -> Double { Double(next() >> 11) / Double(UInt64(1) << 53) }
}
