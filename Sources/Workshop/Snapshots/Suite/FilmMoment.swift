import Motion

/// A moment of a motion, to be drawn and compared.
struct FilmMoment: Sendable {
  let motion: Motion
  /// Seconds from its beginning.
  let time: Double
  /// BCP 47; nil: the first of the motion.
  let language: String?
  /// SHA-256 of its file.
  let digest: String

  /// What a suite can ask for by name.
  enum Kind: String, CaseIterable {
    /// The one that stands for the film.
    case still
    /// Those for people who want no motion.
    case reduced

    func times(of motion: Motion) -> [Double] {
      switch self {
      case .still: [motion.still]
      case .reduced: motion.reduced.map(\.time)
      }
    }
  }
}
