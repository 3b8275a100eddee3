import Foundation

/// A generator of repeatable random numbers: a printed seed reproduces a failure.
///
/// The algorithm is SplitMix64 (G. L. Steele and others, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed to print with a failure.
  public let seed: UInt64
  private var state: UInt64

  /// The default seed: fixed in `make test`, and new in each run with WALLFARM_TORTURE set.
  ///
  /// To reproduce a failure, set WALLFARM_SEED, which overrides the seed.
  public static let standardSeed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["WALLFARM_SEED"] {
      guard let seed = UInt64(text) else {
        preconditionFailure("WALLFARM_SEED cannot be '\(text)': it is a whole number")
      }
      return seed
    }
    return Torture.isOn ? .random(in: 0...UInt64.max) : 20_260_101
  }()

  /// Starts at the given seed, or at the standard seed.
  public init(seed: UInt64 = SeededGenerator.standardSeed) {
    self.seed = seed
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
