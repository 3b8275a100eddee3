public import WallfarmPluginKit

// What orders and workers can fail with.

extension ErrorCode {
  /// A message between a pool and a worker was cut or changed.
  public static let messageDamaged = ErrorCode("message-damaged")
  /// A worker ended in the middle of an order.
  public static let workerCrashed = ErrorCode("worker-crashed")
  /// A worker was killed by something that is neither the pool nor the worker itself.
  public static let workerKilled = ErrorCode("worker-killed")
  /// An order took longer than its timeout.
  public static let workerTimeout = ErrorCode("worker-timeout")
  /// A worker grew beyond its memory.
  public static let workerMemory = ErrorCode("worker-memory")
  /// A worker tried what its fence refuses.
  public static let workerRefused = ErrorCode("worker-refused")
  /// The fence of workers is required and cannot be built.
  public static let fenceMissing = ErrorCode("fence-missing")
  /// A worker was silent for too long: what became of its order is not known.
  public static let workerSilent = ErrorCode("worker-silent")
  /// An order was not done before its deadline.
  public static let orderLate = ErrorCode("order-late")
  /// A file is not what it was when it was ordered.
  public static let inputChanged = ErrorCode("input-changed")
  /// An order is not wanted any more.
  public static let orderWithdrawn = ErrorCode("order-withdrawn")
}
