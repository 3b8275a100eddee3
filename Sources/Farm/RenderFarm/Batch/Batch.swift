public import ContentSources
public import Designs
internal import Dispatch
internal import Glibc
internal import Requests
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// The settings of a batch.
public struct BatchRequest: Sendable {
  /// The job file, `-` for standard input, or `nil` to resume an existing queue.
  public var jobs: String?
  /// The output folder.
  public var out: String
  /// The queue folder, or `nil` for the default folder.
  public var queueFolder: String?
  /// Whether jobs may read files outside the job file's folder and write files outside the output
  /// folder.
  public var allowsOutside = false
  /// Whether valid jobs are rendered even if other jobs are invalid.
  public var skipsInvalid = false
  /// The shard of the job file to render, or `nil` for the whole file.
  public var shard: Shard?
  /// Whether delivered files are checked against their digests.
  public var verifies = true
  /// The key for notes; if it is `nil`, the queue's key is used or, if the queue has no key, the
  /// user's key.
  public var key: KeyFile?
  /// Whether the content of jobs can name URLs, and how they are fetched.
  public var sources = SourceAccess.refused
  /// Whether to only check the job file, without writing anything.
  public var checksOnly = false

  /// Creates a request with default settings.
  public init(jobs: String?, out: String) {
    self.jobs = jobs
    self.out = out
  }
}

/// A job file with its queue and the farm that renders it.
///
/// The initializer checks the file, ``prepare()`` updates the queue, and
/// ``run(_:stopRequests:tell:tick:)`` renders. After a crash at any point, the same calls resume
/// the batch.
public final class Batch {
  /// The checked job file, or `nil` if there is none.
  public let plan: JobPlan?
  /// The folder of the queue.
  public let folder: QueueFolder
  /// The absolute path of the output folder.
  public let out: String
  /// The key for digests of notes, or `nil` if the job file is only being checked and no key
  /// exists.
  public let key: KeyFile?
  private let request: BatchRequest
  private let outputFolder: OutputFolder
  private let units: PlannedUnits?
  /// The time for which the job file was planned, or `nil` if there is no job file.
  private let moment: Moment?
  private var open: (queue: SQLiteJobQueue, journal: ReceiptJournal, locks: [AnyObject])?

  /// Checks the job file.
  ///
  /// - Parameters:
  ///   - request: The settings of the batch.
  ///   - installation: The installed templates and fonts.
  ///   - plugins: The plugins that templates may use.
  ///   - films: Creates the film planner; if `nil`, jobs with films are invalid.
  /// - Throws: An error that prevents the file from being read. Errors in individual jobs are in
  ///   ``plan`` instead.
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
      key: key?.key ?? .random(), films: films, sources: request.sources)
    moment = planner.moment
    (plan, units) = try planner.check()
  }

  /// The changes that were made when the queue was opened.
  public struct Preparation: Sendable {
    /// The numbers of new, changed and unchanged units in the job file, or `nil` if there is no job
    /// file.
    public var added: AddedUnits?
    /// The number of unfinished units that were removed because the job file no longer contains
    /// them.
    public var dropped = 0
    /// The number of requeued units, which had failed because an input was changed or missing.
    public var retried = 0
    /// The number of units that were in progress when an earlier batch exited.
    public var recovered = 0
    /// The number of units that are rendered again because their files were missing or changed.
    public var missing = 0
    /// The path of a damaged queue that was moved aside, or `nil`.
    public var setAside: String?
    /// The number of units in a damaged or lost queue that were restored from its journal because
    /// their files are intact.
    public var restored = 0
    /// Whether the key has changed, so that all pictures with notes are rendered again.
    public var hasOtherKey = false
    /// The current number of units in each state.
    public var counts = UnitCounts()
  }

  /// Opens the queue, adds the units of the job file, and detects units that are already done.
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
    // A queue that was just created may replace a lost queue, so restore its units from the
    // journal.
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
    // No other process writes to the queue folder, because the folder is locked.
    try PartFolders(path: folder.parts).sweep(queue)
    open = (queue, try ReceiptJournal(folder.journal), [lock, outputLock])
    return found
  }

  /// Checks the key, adds the units of the job file, and records the key in the queue.
  ///
  /// If there is no job file, the queue must have been created with the current key.
  private func takeKey(
    _ queue: SQLiteJobQueue, _ found: inout Preparation
  ) throws(RenderError) {
    guard let key = key?.key else { preconditionFailure("a batch with checksOnly cannot run") }
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
      let specs = try batch.map { (unit) throws(RenderError) in try lasting.unit(unit) }
      let some = try queue.add(specs, generation: generation)
      added.new += some.new
      added.changed += some.changed
      added.known += some.known
    }
    if units.count == 0 { _ = try queue.add([], generation: generation) }
    found.added = added
    found.dropped = try queue.removeUnits(before: generation).undone
    found.retried = try units.retryInputFailures(in: queue)
  }

  /// Verifies all delivered files, using all cores, and requeues the units whose files are missing
  /// or changed.
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

  /// Renders all queued units.
  ///
  /// - Parameters:
  ///   - settings: The settings of the farm.
  ///   - stopRequests: Returns the number of stop requests so far. After one, running units finish;
  ///     after two, they are canceled.
  ///   - tell: Receives events.
  ///   - tick: Called about ten times per second with the farm's statistics and the units in
  ///     progress.
  /// - Returns: The reason why the run ended, and the farm's statistics.
  /// - Throws: `queue-failed`, and errors that prevent workers from starting.
  public func run(
    _ settings: FarmSettings, stopRequests: () -> Int = { 0 },
    tell: @escaping (FarmEvent) -> Void = { _ in },
    tick: (FarmFigures, [String]) throws(RenderError) -> Void = { _, _ in }
  ) throws(RenderError) -> (FarmEnd, FarmFigures) {
    guard let open else { preconditionFailure("prepare() must be called before run()") }
    var settings = settings
    settings.out = out
    settings.allowsOutside = request.allowsOutside
    settings.key = key?.key
    settings.partsFolder = folder.parts
    let supervisor = Supervisor(queue: open.queue, settings: settings) { event in
      if case .done(let unit, let milliseconds, let receipt) = event {
        open.journal.add(unit, receipt: receipt, milliseconds: Int(milliseconds))
      }
      tell(event)
    }
    let end = try supervisor.run(stopRequests: stopRequests) { () throws(RenderError) in
      try tick(supervisor.figures, supervisor.current)
    }
    try PartFolders(path: folder.parts).sweep(open.queue)
    return (end, supervisor.figures)
  }

  /// Checks that no job reads or writes the file at a path.
  ///
  /// - Throws: `conflicting-options`.
  public func checkIsFree(_ path: String, origin: Origin) throws(RenderError) {
    guard let units, let use = try units.use(of: path) else { return }
    throw RenderError(
      .conflictingOptions, "'\(path)' \(use)", origin: origin, hint: "use another file")
  }

  /// Counts the delivered files that no longer exist; does not read any files.
  ///
  /// - Throws: `queue-failed`.
  public func countMissing() throws(RenderError) -> Int {
    guard let queue = open?.queue else { return 0 }
    var (missing, last) = (0, String?.none)
    while true {
      let rows = try queue.units(in: .done, most: 512, after: last)
      guard let end = rows.last else { return missing }
      last = end.spec.id
      missing += rows.count { access(OutputRules.path(of: $0.spec.output, in: out), F_OK) != 0 }
    }
  }

  /// Returns the number of units in each state.
  ///
  /// - Throws: `queue-failed`.
  public func counts() throws(RenderError) -> UnitCounts {
    guard let open else { return UnitCounts() }
    return try open.queue.counts()
  }

  /// The queue, or `nil` before ``prepare()``.
  public var queue: (any QueueAdmin)? { open?.queue }
}
