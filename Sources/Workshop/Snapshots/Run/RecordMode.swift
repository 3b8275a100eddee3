public import WallfarmPluginKit

/// Determines which references a run writes.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// All references; a file that would not change is not rewritten.
  case all
  /// Missing references.
  case missing
  /// Missing references, and references of changed pictures.
  case failed
  /// No references; a missing reference is a failure.
  case never

  /// The environment variable that selects a mode.
  public static let variable = "WALLFARM_SNAPSHOTS"

  /// Selects the mode of a run.
  ///
  /// - Parameters:
  ///   - option: the value of the command-line option.
  ///   - environment: the variables of the process; `CI` selects ``never``.
  ///   - standard: the default.
  /// - Returns: the mode.
  /// - Throws: `invalid-parameter` for an unknown mode.
  public static func choose(
    option: String?, environment: [String: String], standard: RecordMode
  ) throws(RenderError) -> RecordMode {
    let word = option ?? environment[variable]
    if let word, !word.isEmpty {
      if let mode = RecordMode(rawValue: word) { return mode }
      throw RenderError(
        .invalidParameter,
        "'\(word)' is not a mode: use one of \(allCases.map(\.rawValue).joined(separator: ", "))",
        origin: option == nil ? .environment(variable) : .option("mode"))
    }
    let isCI = environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
    return isCI ? .never : standard
  }

  /// Whether the mode writes the reference of a result.
  ///
  /// A broken reference is rewritten by ``all`` and ``failed``.
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
