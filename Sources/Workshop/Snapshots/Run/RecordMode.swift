public import WallfarmPluginKit

/// Which references a run writes.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// All of them; those that say the same already stay untouched.
  case all
  /// Those that are not there.
  case missing
  /// Those that are not there, and those whose picture changed.
  case failed
  /// None; what is missing is a failure.
  case never

  /// The variable of the environment that chooses one.
  public static let variable = "WALLFARM_SNAPSHOTS"

  /// The mode of a run.
  ///
  /// - Parameters:
  ///   - option: what was asked for on the command line.
  ///   - environment: the variables of the process; `CI` makes it ``never``.
  ///   - standard: what is used where neither says anything.
  /// - Returns: the mode.
  /// - Throws: `invalid-parameter` for a word that names none.
  public static func choose(
    option: String?, environment: [String: String], standard: RecordMode
  ) throws(RenderError) -> RecordMode {
    let word = option ?? environment[variable]
    if let word, !word.isEmpty {
      if let mode = RecordMode(rawValue: word) { return mode }
      throw RenderError(
        .invalidParameter,
        "'\(word)' is none of \(allCases.map(\.rawValue).joined(separator: ", "))",
        origin: option == nil ? .environment(variable) : .option("mode"))
    }
    let isCI = environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
    return isCI ? .never : standard
  }

  /// Whether it writes the reference of a picture, whatever else it says.
  ///
  /// A reference that is broken is written anew by those that write what failed.
  func writes(_ result: SnapshotResult) -> Bool {
    let isBroken = result.error?.code == .referenceBroken
    return switch self {
    case .all: isBroken || result.verdict != .failed && result.verdict != .same
    case .failed: isBroken || result.verdict == .missing || result.verdict == .changed
    case .missing: result.verdict == .missing
    case .never: false
    }
  }
}
