public import WallfarmPluginKit

/// What checking a job file found.
public struct JobPlan: Sendable {
  /// Jobs in the file.
  public internal(set) var jobs = 0
  /// Jobs with a mistake.
  public internal(set) var invalidJobs = 0
  /// Units of the jobs without one, of this shard.
  public internal(set) var units = 0
  /// Those of them that are films.
  public internal(set) var films = 0
  /// The first mistakes, each with its place.
  public private(set) var mistakes: [RenderError] = []
  /// All mistakes.
  public private(set) var mistakeCount = 0
  /// Whether the file itself cannot be relied on, so that nothing of it is rendered.
  public internal(set) var isBroken = false
  /// Mistakes that are kept; the rest is counted.
  static let mostMistakes = 1000
  /// Places that are named of a mistake that many jobs have.
  static let mostPlaces = 3

  /// The same mistake in any number of jobs.
  private struct Kind {
    let first: RenderError
    var count = 1
    var others: [Origin] = []

    /// The first one, with how many others there are and where.
    var told: RenderError {
      guard count > 1 else { return first }
      var error = first
      error.subject = first.subject.map { "\($0) and \(count - 1) more" }
      let rest = count - 1 - others.count
      let places = others.map(\.description).joined(separator: ", ")
      let also =
        "the same in \(places)" + (rest > 0 ? " and \(rest) more place\(rest == 1 ? "" : "s")" : "")
      error.also = error.also.map { "\($0); \(also)" } ?? also
      return error
    }
  }

  private var kinds: [Kind] = []
  /// Places in `kinds`, by the mistake without its job and place.
  private var known: [RenderError: Int] = [:]

  /// What people are told: each kind of mistake once, in the order in which they were found.
  ///
  /// - Parameter most: kinds that are told.
  /// - Returns: those, and how many mistakes are of other kinds.
  public func told(most: Int) -> (mistakes: [RenderError], others: Int) {
    let shown = kinds.prefix(most)
    return (shown.map(\.told), mistakeCount - shown.reduce(0) { $0 + $1.count })
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
