public import WallfarmPluginKit

// What suites, references and results can fail with.

extension ErrorCode {
  /// A suite of snapshots that cannot be read, or has one twice.
  public static let invalidSnapshots = ErrorCode("invalid-snapshots", .invalid)
  /// No snapshot has that name.
  public static let unknownSnapshot = ErrorCode("unknown-snapshot", .invalid)
  /// A reference that cannot be read, or whose picture is another one.
  public static let referenceBroken = ErrorCode("reference-broken", .invalid)
  /// Results of a comparison that are missing or older than what they are about.
  public static let resultsOutdated = ErrorCode("results-outdated", .invalid)
  /// Another process compares or accepts the same snapshots.
  public static let snapshotsBusy = ErrorCode("snapshots-busy", .unavailable)
}
