/// The settings of a pool.
public struct PoolSettings: Sendable {
  /// The worker command; the first element is the path of the program.
  public var command: [String]
  /// Maximum number of workers; all but ``standby`` start on demand.
  public var workers: Int
  /// Number of workers that run even if there are no orders.
  public var standby = 0
  /// The default timeout of an order, measured from its start.
  public var timeout: Duration = .seconds(60)
  /// Memory limit of a worker, in megabytes.
  public var workerMegabytes = 1024
  /// Total memory limit for the plugin programs of a worker, in megabytes, in addition to
  /// ``workerMegabytes``.
  public var programMegabytes = 1024
  /// The maximum time without a message from a worker; after that, its order is reported as lost.
  public var silence: Duration = .seconds(30)

  /// Creates settings with a command and a maximum number of workers, and with defaults for
  /// everything else.
  public init(command: [String], workers: Int) {
    self.command = command
    self.workers = workers
  }
}
