public import WallfarmPluginKit

// What job files, queues and workers can fail with.

extension ErrorCode {
  /// A queue was made with another key.
  public static let wrongKey = ErrorCode("wrong-key")
  /// A job that cannot be read, or is there twice.
  public static let invalidJob = ErrorCode("invalid-job")
  /// The file of a queue cannot be used.
  public static let queueFailed = ErrorCode("queue-failed")
  /// The file of a queue is not what SQLite wrote.
  public static let queueDamaged = ErrorCode("queue-damaged")
  /// Another process renders from the same queue.
  public static let queueBusy = ErrorCode("queue-busy")
  /// A queue has no such unit.
  public static let unknownUnit = ErrorCode("unknown-unit")
  /// What is to be rendered was changed in the queue.
  public static let payloadDamaged = ErrorCode("payload-damaged")
  /// A message between the farm and a worker was cut or changed.
  public static let messageDamaged = ErrorCode("message-damaged")
  /// A worker ended in the middle of a unit.
  public static let workerCrashed = ErrorCode("worker-crashed")
  /// A unit took longer than its timeout.
  public static let workerTimeout = ErrorCode("worker-timeout")
  /// A worker grew beyond its memory.
  public static let workerMemory = ErrorCode("worker-memory")
  /// A worker was silent for longer than a lease lasts.
  public static let leaseExpired = ErrorCode("lease-expired")
  /// A unit was given up on demand.
  public static let cancelled = ErrorCode("unit-cancelled")
}
