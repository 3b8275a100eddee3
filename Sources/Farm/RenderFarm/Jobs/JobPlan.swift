public import WallfarmPluginKit

/// The result of checking a job file.
public struct JobPlan: Sendable {
  /// The number of jobs in the file.
  public internal(set) var jobs = 0
  /// Number of invalid jobs.
  public internal(set) var invalidJobs = 0
  /// The number of units in this shard, counting only valid jobs.
  public internal(set) var units = 0
  /// The number of films among ``units``.
  public internal(set) var films = 0
  /// The first errors that were found, with their positions.
  public private(set) var mistakes: [RenderError] = []
  /// Total number of errors.
  public private(set) var mistakeCount = 0
  /// Whether the file as a whole is invalid, so that none of its jobs is rendered.
  public internal(set) var isBroken = false
  /// The maximum number of stored errors; further errors are only counted.
  static let mostMistakes = 1000
  /// The maximum number of positions that are reported for an error that occurs in several jobs.
  static let mostPlaces = 3

  /// An error that occurs in one or more jobs.
  private struct Kind {
    let first: RenderError
    var count = 1
    var others: [Origin] = []

    /// The first occurrence of the error, with the number and positions of the other occurrences.
    var summary: RenderError {
      guard count > 1 else { return first }
      var error = first
      error.subject = first.subject.map { "\($0) and \(count - 1) more" }
      let rest = count - 1 - others.count
      let places = others.map(\.description).joined(separator: ", ")
      let also =
        "the same error occurs at \(places)"
        + (rest > 0
          ? " and \(rest) more place\(rest == 1 ? "" : "s")" : "")
      error.also = error.also.map { "\($0); \(also)" } ?? also
      return error
    }
  }

  private var kinds: [Kind] = []
  /// The indices in `kinds`, keyed by the error without its job and position.
  private var known: [RenderError: Int] = [:]

  /// Returns each distinct error once, in the order in which the errors were found.
  ///
  /// - Parameter most: The maximum number of distinct errors.
  /// - Returns: The errors, and the total number of occurrences of the errors that were omitted.
  public func distinctMistakes(most: Int) -> (mistakes: [RenderError], others: Int) {
    let shown = kinds.prefix(most)
    return (shown.map(\.summary), mistakeCount - shown.reduce(0) { $0 + $1.count })
  }

  mutating func add(_ found: [RenderError]) {
    mistakeCount += found.count
    mistakes += found.prefix(JobPlan.mostMistakes - mistakes.count)
    for mistake in found {
      var kind = mistake
      (kind.subject, kind.origin) = (nil, nil)
      if let place = known[kind] {
        kinds[place].count += 1
        if let origin = mistake.origin, kinds[place].others.count < JobPlan.mostPlaces - 1 {
          kinds[place].others.append(origin)
        }
      } else if kinds.count < JobPlan.mostMistakes {
        known[kind] = kinds.count
        kinds.append(Kind(first: mistake))
      }
    }
  }
}
