public import RenderPool
public import WallfarmCore
public import WallfarmPluginKit

/// The settings of a farm.
public struct FarmSettings: Sendable {
  /// The settings of the worker pool; a job may override the timeout.
  public var pool: PoolSettings
  /// The retry policy.
  public var retries = RetryPolicy()
  /// Maximum time that a stopping farm waits while the queue is not writable.
  ///
  /// A farm that is not stopping waits indefinitely. If the result of a unit was not recorded, the
  /// next batch renders the unit again.
  package var queuePatience = Duration.seconds(20)
  /// The name under which leases are held; a batch with the same name takes over the leases of this
  /// farm.
  public var holder = FarmSettings.localHolder

  /// The holder name for a local queue; a lock ensures that only one batch at a time uses the
  /// queue.
  public static let localHolder = "local"

  /// The output folder.
  public var out: String
  /// Whether outputs may be outside the output folder.
  public var allowsOutside = false
  /// The persistent folder for finished parts of units, or `nil` for a temporary folder.
  public var partsFolder: String?
  /// Creates the parts of films, or `nil` to reject films.
  public var makeParts: PartMaking?
  /// The key that seals units, or `nil` if units have no seal or only a digest.
  public var key: SecretKey?

  /// Creates settings with defaults for everything else.
  public init(pool: PoolSettings, out: String) {
    self.pool = pool
    self.out = out
  }

  /// The duration of a lease, and the maximum time without a message from a worker before its unit
  /// goes to another worker.
  public var lease: Duration {
    get { pool.silence }
    set { pool.silence = newValue }
  }

  /// Whether other supervisors use the same queue.
  public var isShared = false
  /// Whether the farm ends when the queue is empty instead of waiting for more units.
  public var endsWhenEmpty = true
  /// The time after which a machine of a farm removes done units from the queue, or `nil` to keep
  /// them.
  public var keepsFinished: Duration?

  /// Interval between lease extensions.
  ///
  /// A quarter of the lease leaves time for failed extensions. On one machine, the interval is at
  /// most 1 s, so that canceled units stop soon.
  var betweenExtensions: Duration { isShared ? lease / 4 : min(lease / 4, .seconds(1)) }

  /// Heartbeat interval of workers; a lease lasts for at least five heartbeats.
  public var beat: Duration { min(.seconds(1), lease / 5) }
}

/// The statistics of a farm since its start.
public struct FarmFigures: Sendable {
  /// Number of delivered units.
  public var done = 0
  /// Number of failed attempts.
  public var failedAttempts = 0
  /// Number of dead units.
  public var dead = 0
  /// Number of results that arrived after their lease was lost.
  public var lateResults = 0
  /// Number of replaced workers by error code.
  public var replacedWorkers: [ErrorCode: Int] = [:]
  /// Wall time of all renders by stage, in seconds.
  public var stageSeconds: [String: Double] = [:]
  /// Number of cache hits by cache name.
  public var cacheHits: [String: Int] = [:]
  /// Number of cache misses by cache name.
  public var cacheMisses: [String: Int] = [:]
  /// Wall time since the start.
  public var elapsed = Duration.zero

  /// Creates zero statistics.
  public init() {}

  mutating func add(_ figures: WorkerFigures) {
    for (stage, time) in figures.stages { stageSeconds[stage, default: 0] += time / 1000 }
    for (name, count) in figures.hits { cacheHits[name, default: 0] += count }
    for (name, count) in figures.misses { cacheMisses[name, default: 0] += count }
  }
}

/// An event of a farm.
public enum FarmEvent: Sendable {
  /// A unit was delivered; the receipt is JSON on one line.
  case done(UnitSpec, milliseconds: Double, receipt: String)
  /// A part of a unit was rendered; the two numbers are the finished parts and all parts.
  case part(unit: String, Int, of: Int)
  /// An attempt failed; `isRetried` indicates whether the unit is retried.
  case failed(unit: String, RenderError, isRetried: Bool)
  /// A worker exited unexpectedly.
  case workerReplaced(RenderError)
  /// The first worker is ready; sent once, with a report on the fence around the worker.
  case ready(WorkerFence.Report)
  /// A result was ignored because it arrived after its lease was lost.
  case lateResult(unit: String)
  /// The queue was paused or resumed.
  case paused(Bool)
  /// The queue is not writable; no unit starts until it recovers.
  case queueUnwritable(RenderError)
  /// The machine is failing; no unit starts until it recovers, and no unit loses an attempt.
  case machineFails(RenderError)
  /// The machine has recovered.
  case machineRecovered
  /// No new units start, but running units finish.
  case draining
}

/// The reason why a farm ended.
public enum FarmEnd: Sendable {
  /// No units are left.
  case finished
  /// Stopped after running units finished.
  case drained
  /// Stopped immediately.
  case aborted
}
