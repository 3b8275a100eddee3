public import WallfarmPluginKit

// Error codes for requests, jobs and people.

extension ErrorCode {
  /// A job is invalid or a duplicate.
  public static let invalidJob = ErrorCode("invalid-job", .invalid, isFixable: true)
  /// The description of a person, or the file that contains it, is invalid.
  public static let invalidPerson = ErrorCode("invalid-person", .invalid)
}
