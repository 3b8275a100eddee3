package import Motion

/// A frame of a motion, to be drawn and compared.
package struct FilmMoment: Sendable {
  package let motion: Motion
  /// The time from the start in seconds.
  package let time: Double
  /// The language (BCP 47); nil for the first language of the motion.
  let language: String?
  /// SHA-256 of the motion file.
  let digest: String

  /// The moments that a suite can request by name.
  package enum Kind: String, CaseIterable {
    /// The still frame of the film.
    case still
    /// The moments for reduced motion.
    case reduced

    package func times(of motion: Motion) -> [Double] {
      switch self {
      case .still: [motion.still]
      case .reduced: motion.reduced.map(\.time)
      }
    }
  }
}
