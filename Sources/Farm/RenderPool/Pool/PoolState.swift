/// What a pool is doing now.
public struct PoolState: Sendable {
  /// A worker.
  public struct Worker: Sendable {
    /// Its number, from 0; a new one in its place has the same.
    public let slot: Int
    /// Its process.
    public let process: Int32
    /// What it is doing; nil where it is idle or not ready yet.
    public let order: OrderID?
    /// Whether it can take orders.
    public let isReady: Bool
    /// What it has prepared.
    public let affinity: OrderAffinity
    /// Memory in use when it was last looked at, with that of plugins it has started, in bytes.
    public let memory: Int
  }

  /// Workers that there are.
  public var workers: [Worker] = []
  /// Orders that no worker has begun.
  public var waiting = 0
  /// Orders that workers are at.
  public var running = 0
  /// How many workers have ended before their time.
  public var restarts = 0

  /// Workers that have nothing to do.
  public var idle: Int { workers.count { $0.isReady && $0.order == nil } }
}
