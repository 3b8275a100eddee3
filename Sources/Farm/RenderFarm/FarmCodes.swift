public import WallfarmPluginKit

// What job files, queues and workers can fail with.

extension ErrorCode {
  /// A queue was made with another key.
  public static let wrongKey = ErrorCode("wrong-key", .invalid)
  /// A job that cannot be read, or is there twice.
  public static let invalidJob = ErrorCode("invalid-job", .invalid)
  /// The file of a queue cannot be used.
  public static let queueFailed = ErrorCode("queue-failed", .storage)
  /// The file of a queue is not what SQLite wrote.
  public static let queueDamaged = ErrorCode("queue-damaged", .storage)
  /// Another process renders from the same queue.
  public static let queueBusy = ErrorCode("queue-busy", .unavailable)
  /// A queue has no such unit.
  public static let unknownUnit = ErrorCode("unknown-unit", .invalid)
  /// What is to be rendered was changed in the queue.
  public static let payloadDamaged = ErrorCode("payload-damaged", .invalid)
  /// A segment of a film was changed on the disk before the film was put together.
  public static let segmentDamaged = ErrorCode("segment-damaged", .interrupted)
  /// A lease ran out: the supervisor that had it is gone.
  public static let leaseExpired = ErrorCode("lease-expired", .interrupted)
  /// A unit was given up on demand.
  public static let cancelled = ErrorCode("unit-cancelled", .canceled)
}
