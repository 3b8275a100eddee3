public import RenderPool
public import WallfarmCore
public import WallfarmPluginKit

/// How a farm works.
public struct FarmSettings: Sendable {
  /// How its workers work; a job may have another timeout.
  public var pool: PoolSettings
  /// What is tried again.
  public var retries = RetryPolicy()
  /// How long a farm that was told to stop waits for a queue that cannot be written.
  ///
  /// Before that it waits as long as it takes. What is not recorded is done again by the next batch.
  var queuePatience = Duration.seconds(20)
  /// The name that units are held under; another batch of the same name takes over what this one held.
  public var holder = FarmSettings.localHolder

  /// The only batch of a queue on one machine: its folder is locked.
  public static let localHolder = "local"

  /// The folder that outputs are below.
  public var out: String
  /// Whether they may lie elsewhere.
  public var allowsOutside = false
  /// Where segments of films are kept until their film is put together; nil: as long as this process works.
  public var segments: String?
  /// What units were sealed with; nil for units without a seal, or with a plain digest.
  public var key: SecretKey?

  /// Makes settings; everything else has its default.
  public init(pool: PoolSettings, out: String) {
    self.pool = pool
    self.out = out
  }

  /// How long a worker may be silent before its unit goes to another.
  public var lease: Duration {
    get { pool.silence }
    set { pool.silence = newValue }
  }

  /// Whether other supervisors work from the same queue.
  public var isShared = false
  /// Whether it ends when nothing is left, and does not wait for more.
  public var endsWhenEmpty = true

  /// Time between two extensions of all leases: often enough that some may be lost, and on one machine so often
  /// that what is cancelled ends soon.
  var betweenExtensions: Duration { isShared ? lease / 4 : min(lease / 4, .seconds(1)) }

  /// Time between two signs of life of a worker: several for each lease.
  public var beat: Duration { min(.seconds(1), lease / 5) }
}

/// What a farm has done since it started.
public struct FarmFigures: Sendable {
  /// Units delivered.
  public var done = 0
  /// Attempts that failed.
  public var failedAttempts = 0
  /// Units given up.
  public var dead = 0
  /// Results that came after their lease was lost.
  public var lateResults = 0
  /// Workers that were replaced, by the code of the reason.
  public var replacedWorkers: [ErrorCode: Int] = [:]
  /// Wall time of all renders by stage, in seconds.
  public var stageSeconds: [String: Double] = [:]
  /// How often something was found in a cache of that name.
  public var cacheHits: [String: Int] = [:]
  /// How often it was not.
  public var cacheMisses: [String: Int] = [:]
  /// Wall time since the start.
  public var elapsed = Duration.zero

  /// Has done nothing.
  public init() {}

  mutating func add(_ figures: WorkerFigures) {
    for (stage, time) in figures.stages { stageSeconds[stage, default: 0] += time / 1000 }
    for (name, count) in figures.hits { cacheHits[name, default: 0] += count }
    for (name, count) in figures.misses { cacheMisses[name, default: 0] += count }
  }
}

/// Something that happened in a farm.
public enum FarmEvent: Sendable {
  /// A unit is delivered; the receipt is JSON on one line.
  case done(UnitSpec, milliseconds: Double, receipt: String)
  /// A segment of a film is made: how many are there by now, and how many it has.
  case segment(unit: String, Int, of: Int)
  /// An attempt failed; whether there will be another.
  case failed(unit: String, RenderError, isRetried: Bool)
  /// A worker ended before its time.
  case workerReplaced(RenderError)
  /// Workers can be used, behind this fence; told once.
  case ready(WorkerFence.Report)
  /// A result came after its lease was lost, and does not count.
  case lateResult(unit: String)
  /// The queue hands out nothing, or does so again.
  case paused(Bool)
  /// The queue cannot be written just now; nothing new is begun until it can.
  case queueUnwritable(RenderError)
  /// The machine fails, not a unit: nothing is begun until it is well again, and nothing is given up for it.
  case machineFails(RenderError)
  /// It is well again.
  case machineRecovered
  /// No new units are begun; those that run are finished.
  case draining
}

/// How a farm ended.
public enum FarmEnd: Sendable {
  /// There is nothing left to do.
  case finished
  /// It was told to stop, and running units were finished.
  case drained
  /// It was told to stop at once.
  case aborted
}
