public import Designs
internal import Dispatch
internal import Glibc
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// What a batch is asked to do.
public struct BatchRequest: Sendable {
  /// The job file; `-` for standard input, nil to go on with what is in the queue.
  public var jobs: String?
  /// The folder for the pictures.
  public var out: String
  /// Another folder for the queue.
  public var queueFolder: String?
  /// Whether files may be read and written anywhere.
  public var allowsOutside = false
  /// Whether jobs without a mistake are rendered although others have some.
  public var skipsInvalid = false
  /// Which share of the job file is rendered.
  public var shard: Shard?
  /// Whether finished files are read again to see that they are what was delivered.
  public var verifies = true
  /// The key for notes; nil: that of the queue, else the user's own.
  public var key: KeyFile?
  /// Whether the job file is checked and nothing is written.
  public var checksOnly = false

  /// Asks for the jobs of a file.
  public init(jobs: String?, out: String) {
    self.jobs = jobs
    self.out = out
  }
}

/// A job file, its queue, and the farm that renders it.
///
/// Making it checks the file; ``prepare()`` brings the queue into line with it; ``run`` renders.
/// Killed at any moment, the same calls go on where it was.
public final class Batch {
  /// What was found in the job file; nil without one.
  public let plan: JobPlan?
  /// Where the queue is.
  public let folder: QueueFolder
  /// The folder for the pictures, absolute.
  public let out: String
  /// What notes are kept secret with; nil where the job file is only checked and there is none.
  public let key: KeyFile?
  private let request: BatchRequest
  private let outputFolder: OutputFolder
  private let units: PlannedUnits?
  /// The moment for which the job file was planned; nil without one.
  private let moment: Moment?
  private var open: (queue: SQLiteJobQueue, journal: ReceiptJournal, locks: [AnyObject])?

  /// Checks the job file.
  ///
  /// - Parameters:
  ///   - request: what to do.
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - films: makes what checks films; nil: a job with one is a mistake.
  /// - Throws: what keeps the file from being read at all; mistakes in jobs are in ``plan``.
  public init(
    _ request: BatchRequest, installation: Installation, plugins: PluginRegistry,
    films: FilmPlanning? = nil
  ) throws(RenderError) {
    self.request = request
    let out = OutputFolder(request.out, allowsOutside: request.allowsOutside)
    self.out = out.path
    outputFolder = out
    folder = QueueFolder(out: out.path, named: request.queueFolder, shard: request.shard)
    guard let jobs = request.jobs else {
      guard folder.exists else { throw .queueMissing(request.out) }
      (plan, units, moment) = (nil, nil, nil)
      key = try BatchKey(request: request, out: out, folder: folder).choose()
      return
    }
    key = try BatchKey(request: request, out: out, folder: folder).choose()
    let planner = try JobPlanner(
      path: jobs, out: out, shard: request.shard, installation: installation, plugins: plugins,
      key: key?.key ?? .random(), films: films)
    moment = planner.moment
    (plan, units) = try planner.check()
  }

  /// What was found when the queue was opened.
  public struct Preparation: Sendable {
    /// What adding the units of the job file came to; nil without one.
    public var added: AddedUnits?
    /// Units of an earlier job file that were not done, and are forgotten.
    public var dropped = 0
    /// Units that failed because an input had changed or was missing, and are queued again.
    public var retried = 0
    /// Units that a batch before this one had begun.
    public var recovered = 0
    /// Units whose files were gone or changed; they are rendered again.
    public var missing = 0
    /// Where a damaged queue was put; nil where it was sound.
    public var setAside: String?
    /// Units that a rebuilt queue took over, because their files are what was delivered.
    public var restored = 0
    /// Whether the key was another one last time, so that everything with notes is made again.
    public var hasOtherKey = false
    /// What is in the queue now.
    public var counts = UnitCounts()
  }

  /// Opens the queue, adds the units of the job file, and finds what is done already.
  ///
  /// - Throws: `queue-busy`, `queue-failed`.
  public func prepare() throws(RenderError) -> Preparation {
    precondition(plan.map { $0.mistakeCount == 0 || request.skipsInvalid } ?? true)
    var found = Preparation()
    try outputFolder.make()
    try folder.make()
    try folder.checkDisk()
    let lock = try folder.takeLock()
    let outputLock = try OutputLock(out: out, shard: request.shard)
    let (queue, setAside) = try folder.open(canRebuild: units != nil)
    found.setAside = setAside
    for unit in try queue.recover(heldBy: FarmSettings.localHolder) {
      UnitFiles.removeTemporaries(of: unit.spec, in: out)
      found.recovered += 1
    }
    // A new one may stand where one was lost.
    if try queue.generation == 0 {
      if units == nil { throw .queueMissing(request.out) }
      try queue.setRestoring(true)
    }
    try takeKey(queue, &found)
    if try queue.isRestoring() {
      found.restored = try ReceiptJournal.restore(folder.journal, into: queue, out: out)
      try queue.setRestoring(false)
    } else if request.verifies {
      found.missing = try queueMissing(queue)
    }
    found.counts = try queue.counts()
    // Nobody writes there now: the folder is locked.
    try KeptSegments(path: folder.segments).sweep(queue)
    open = (queue, try ReceiptJournal(folder.journal), [lock, outputLock])
    return found
  }

  /// Adds the units of the job file; without one the queue goes on with the key it has.
  private func takeKey(
    _ queue: SQLiteJobQueue, _ found: inout Preparation
  ) throws(RenderError) {
    guard let key = key?.key else { preconditionFailure("a batch that only checks is not run") }
    let before = try queue.keyCheck()
    found.hasOtherKey = before != 0 && before != key.check
    if found.hasOtherKey && units == nil { throw .wrongKey(folder.path) }
    try add(to: queue, &found)
    try queue.setKey(key)
  }

  private func add(to queue: SQLiteJobQueue, _ found: inout Preparation) throws(RenderError) {
    guard let units, let moment else { return }
    let generation = try queue.generation + 1
    var added = AddedUnits()
    let lasting = LastingPictures(queue: queue, moment: moment)
    try units.forEachBatch { (batch) throws(RenderError) in
      let specs = try batch.map { (spec) throws(RenderError) in try lasting.unit(spec) }
      let some = try queue.add(specs, generation: generation)
      added.new += some.new
      added.changed += some.changed
      added.known += some.known
    }
    if units.count == 0 { _ = try queue.add([], generation: generation) }
    found.added = added
    found.dropped = try queue.removeUnits(before: generation).undone
    found.retried = try units.retryWhatFailedForItsInputs(in: queue)
  }

  /// Reads every finished file, on all cores, and queues those units again that have lost theirs.
  private func queueMissing(_ queue: SQLiteJobQueue) throws(RenderError) -> Int {
    var (missing, last) = ([String](), String?.none)
    while true {
      let rows = try queue.units(in: .done, most: 512, after: last)
      guard let end = rows.last else { break }
      last = end.spec.id
      let lost = Mutex<[String]>([])
      let out = out
      DispatchQueue.concurrentPerform(iterations: rows.count) { index in
        if !UnitFiles.isDelivered(rows[index], in: out) {
          lost.withLock { $0.append(rows[index].spec.id) }
        }
      }
      missing += lost.withLock { $0 }
    }
    return missing.isEmpty ? 0 : try queue.retry(missing)
  }

  /// Renders everything that is queued.
  ///
  /// - Parameters:
  ///   - settings: how to work.
  ///   - stopRequests: how often it was told to stop: once finishes what runs, twice ends it.
  ///   - tell: hears what happens.
  ///   - tick: called about ten times a second, with what was done and what is being done.
  /// - Returns: how it ended, and what was done.
  /// - Throws: `queue-failed`, and what keeps workers from starting.
  public func run(
    _ settings: FarmSettings, stopRequests: () -> Int = { 0 },
    tell: @escaping (FarmEvent) -> Void = { _ in },
    tick: (FarmFigures, [String]) throws(RenderError) -> Void = { _, _ in }
  ) throws(RenderError) -> (FarmEnd, FarmFigures) {
    guard let open else { preconditionFailure("a batch runs after it was prepared") }
    var settings = settings
    settings.out = out
    settings.allowsOutside = request.allowsOutside
    settings.key = key?.key
    settings.segments = folder.segments
    let supervisor = Supervisor(queue: open.queue, settings: settings) { event in
      if case .done(let unit, let milliseconds, let receipt) = event {
        open.journal.add(unit, receipt: receipt, milliseconds: Int(milliseconds))
      }
      tell(event)
    }
    let end = try supervisor.run(stopRequests: stopRequests) { () throws(RenderError) in
      try tick(supervisor.figures, supervisor.current)
    }
    try KeptSegments(path: folder.segments).sweep(open.queue)
    return (end, supervisor.figures)
  }

  /// Refuses a file for something else that a job reads or writes.
  ///
  /// - Throws: `conflicting-options`.
  public func checkIsFree(_ path: String, origin: Origin) throws(RenderError) {
    guard let units, let use = try units.use(of: path) else { return }
    throw RenderError(
      .conflictingOptions, "'\(path)' \(use)", origin: origin, hint: "name another file")
  }

  /// How many finished files are not there, by a look at their names only.
  ///
  /// - Throws: `queue-failed`.
  public func countMissing() throws(RenderError) -> Int {
    guard let queue = open?.queue else { return 0 }
    var (missing, last) = (0, String?.none)
    while true {
      let rows = try queue.units(in: .done, most: 512, after: last)
      guard let end = rows.last else { return missing }
      last = end.spec.id
      missing += rows.count { access(OutputFolder.path(of: $0.spec.output, in: out), F_OK) != 0 }
    }
  }

  /// What is in the queue.
  ///
  /// - Throws: `queue-failed`.
  public func counts() throws(RenderError) -> UnitCounts {
    guard let open else { return UnitCounts() }
    return try open.queue.counts()
  }

  /// The queue, once it was prepared.
  public var queue: (any QueueAdmin)? { open?.queue }
}
