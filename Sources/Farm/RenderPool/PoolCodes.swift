public import WallfarmPluginKit

// What orders and workers can fail with.

extension ErrorCode {
  /// A message between a pool and a worker was cut or changed.
  public static let messageDamaged = ErrorCode("message-damaged", .interrupted)
  /// A worker ended in the middle of an order.
  public static let workerCrashed = ErrorCode("worker-crashed", .interrupted)
  /// A worker was killed by something that is neither the pool nor the worker itself.
  public static let workerKilled = ErrorCode("worker-killed", .interrupted)
  /// An order took longer than its timeout.
  public static let workerTimeout = ErrorCode("worker-timeout", .interrupted)
  /// A worker grew beyond its memory.
  public static let workerMemory = ErrorCode("worker-memory", .interrupted)
  /// A worker tried what its fence refuses.
  public static let workerRefused = ErrorCode("worker-refused", .invalid)
  /// The fence of workers is required and cannot be built.
  public static let fenceMissing = ErrorCode("fence-missing", .installation)
  /// A worker was silent for too long: what became of its order is not known.
  public static let workerSilent = ErrorCode("worker-silent", .interrupted)
  /// An order was not done before its deadline.
  public static let orderLate = ErrorCode("order-late", .unavailable)
  /// A file is not what it was when it was ordered.
  public static let inputChanged = ErrorCode("input-changed", .invalid)
  /// An order is not wanted any more.
  public static let orderWithdrawn = ErrorCode("order-withdrawn", .canceled)
}
