/// How a pool works.
public struct PoolSettings: Sendable {
  /// The program of a worker with its arguments; the first word is its path.
  public var command: [String]
  /// How many workers there are at most; they are started as orders come.
  public var workers: Int
  /// Most time for one order from its begin, unless it says otherwise.
  public var timeout: Duration = .seconds(60)
  /// Most memory of a worker, in megabytes.
  public var workerMegabytes = 1024
  /// What the programs of its plugins may have together beside that, in megabytes.
  public var programMegabytes = 1024
  /// How long a worker may be silent before its order is lost to it.
  public var silence: Duration = .seconds(30)

  /// Makes settings; everything else has its default.
  public init(command: [String], workers: Int) {
    self.command = command
    self.workers = workers
  }
}
