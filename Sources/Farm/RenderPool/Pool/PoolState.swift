/// A snapshot of a pool's activity.
public struct PoolState: Sendable {
  /// The state of a worker.
  public struct Worker: Sendable {
    /// The index of the worker, from 0; a replacement worker keeps the index.
    public let slot: Int
    /// The process identifier.
    public let process: Int32
    /// The running order, or `nil` if the worker is idle or starting.
    public let order: OrderID?
    /// Whether the worker can accept orders.
    public let isReady: Bool
    /// The background and device in the worker's caches.
    public let affinity: OrderAffinity
    /// Last measured memory use of the worker and its plugin programs, in bytes.
    public let memory: Int
  }

  /// The running workers.
  public var workers: [Worker] = []
  /// The number of orders that are not yet assigned to a worker.
  public var waiting = 0
  /// Number of orders assigned to workers.
  public var running = 0
  /// The number of workers that exited or were killed while the pool was running.
  public var restarts = 0

  /// Number of idle workers.
  public var idle: Int { workers.count { $0.isReady && $0.order == nil } }
}
