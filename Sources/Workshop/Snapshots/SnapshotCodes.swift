public import WallfarmPluginKit

// Error codes of snapshot suites, references and results.

extension ErrorCode {
  /// A suite of snapshots cannot be read, or has duplicate names.
  public static let invalidSnapshots = ErrorCode("invalid-snapshots", .invalid)
  /// No snapshot has this name.
  public static let unknownSnapshot = ErrorCode("unknown-snapshot", .invalid)
  /// A reference cannot be read, or does not match its picture.
  public static let referenceBroken = ErrorCode("reference-broken", .invalid)
  /// The results of a comparison are missing or outdated.
  public static let resultsOutdated = ErrorCode("results-outdated", .invalid)
  /// Another process is using the same snapshots.
  public static let snapshotsBusy = ErrorCode("snapshots-busy", .unavailable)
}
