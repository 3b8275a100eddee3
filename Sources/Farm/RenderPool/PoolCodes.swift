public import WallfarmPluginKit

// Error codes for orders and workers.

extension ErrorCode {
  /// A message between a pool and a worker was truncated or changed.
  public static let messageDamaged = ErrorCode("message-damaged", .interrupted)
  /// A worker exited while it was executing an order.
  public static let workerCrashed = ErrorCode("worker-crashed", .interrupted)
  /// A worker was killed by another process or by the kernel.
  public static let workerKilled = ErrorCode("worker-killed", .interrupted)
  /// An order took longer than its timeout.
  public static let workerTimeout = ErrorCode("worker-timeout", .interrupted)
  /// A worker exceeded its memory limit.
  public static let workerMemory = ErrorCode("worker-memory", .interrupted)
  /// A worker made a system call that its fence rejects.
  public static let workerRefused = ErrorCode("worker-refused", .invalid)
  /// The worker fence is required but cannot be set up.
  public static let fenceMissing = ErrorCode("fence-missing", .installation)
  /// A worker did not respond in time; the result of its order is unknown.
  public static let workerSilent = ErrorCode("worker-silent", .interrupted)
  /// An order missed its deadline.
  public static let orderLate = ErrorCode("order-late", .unavailable)
  /// A user canceled a unit or a film.
  public static let cancelled = ErrorCode("unit-cancelled", .canceled)
  /// An order was withdrawn.
  public static let orderWithdrawn = ErrorCode("order-withdrawn", .canceled)
}
