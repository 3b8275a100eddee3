import Foundation

/// Repeatable random numbers, so that a printed seed is enough to see a failure again.
///
/// SplitMix64 (G. L. Steele and others, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// What to print with a failure.
  public let seed: UInt64
  private var state: UInt64

  /// The seed of tests that name none: the same in every run of `make test`, another one in every run
  /// with WALLFARM_TORTURE set, and WALLFARM_SEED where that is given, to see a failure again.
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

  /// Starts at a seed, or at the standard one.
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
