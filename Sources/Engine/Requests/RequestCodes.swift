public import WallfarmPluginKit

// Error codes for requests and jobs.

extension ErrorCode {
  /// A job is invalid or a duplicate.
  public static let invalidJob = ErrorCode("invalid-job", .invalid, isFixable: true)
}
