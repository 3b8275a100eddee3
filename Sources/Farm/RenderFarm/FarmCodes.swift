public import WallfarmPluginKit

// Error codes of queues and leases.

extension ErrorCode {
  /// A queue was created, or pictures were published, with a different key.
  public static let wrongKey = ErrorCode("wrong-key", .invalid)
  /// The queue cannot be read or written.
  public static let queueFailed = ErrorCode("queue-failed", .storage)
  /// The queue file is damaged.
  public static let queueDamaged = ErrorCode("queue-damaged", .storage)
  /// Another process renders from the same queue.
  public static let queueBusy = ErrorCode("queue-busy", .unavailable)
  /// Another process publishes with the same key.
  public static let publishBusy = ErrorCode("publish-busy", .unavailable)
  /// The queue does not contain a unit with the given identifier.
  public static let unknownUnit = ErrorCode("unknown-unit", .invalid)
  /// A queued unit was changed after it was planned.
  public static let payloadDamaged = ErrorCode("payload-damaged", .invalid)
  /// A segment of a film was changed on disk before the film was assembled.
  public static let segmentDamaged = ErrorCode("segment-damaged", .interrupted)
  /// A lease expired because its supervisor exited or was suspended.
  public static let leaseExpired = ErrorCode("lease-expired", .interrupted)
}
