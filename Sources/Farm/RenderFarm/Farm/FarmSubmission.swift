public import Designs
internal import Files
public import Stores
public import WallfarmCore
public import WallfarmPluginKit

/// What is to be submitted to a farm.
public struct SubmissionRequest: Sendable {
  /// The job file: a path, `-`, or the address of an object.
  public var jobs: String
  /// Where pictures go: the address of a bucket, or a folder that all machines have at the same place.
  public var out: String
  /// Whether jobs may read files anywhere.
  public var allowsOutside = false
  /// Whether jobs without a mistake are submitted although others have some.
  public var skipsInvalid = false
  /// Whether units that are not in the job file are forgotten.
  public var replaces = false

  /// Submits a job file.
  public init(jobs: String, out: String) { (self.jobs, self.out) = (jobs, out) }
}

/// A job file on its way into the queue of a farm.
///
/// Making it checks all of it, as a batch does, and changes nothing; ``submit(to:)`` puts the inputs into the store,
/// and then all units into the queue, or none.
public final class FarmSubmission {
  /// What was found in the job file.
  public let plan: JobPlan
  /// Where pictures go.
  public let out: String
  private let request: SubmissionRequest
  private let units: PlannedUnits
  private let moment: Moment
  private let inputs: SubmittedInputs
  private let folder: OutputFolder
  private let store: any OutputStore
  private let toolchain: Toolchain
  private let key: SecretKey
  /// Holds the job file, where that was an object.
  private let scratch: ScratchFolder?

  /// What is used to check and to read.
  public struct Means {
    /// The stores of this program.
    public var stores: StoreShelf
    /// Where objects that jobs name are kept.
    public var cache: InputCache
    /// What the farm shares.
    public var key: SecretKey
    /// Where templates and fonts are.
    public var installation: Installation
    /// What templates may use.
    public var plugins: PluginRegistry
    /// Makes what checks films; nil: a job with one is a mistake.
    public var films: FilmPlanning?

    /// Takes all of it.
    public init(
      stores: StoreShelf, cache: InputCache, key: SecretKey, installation: Installation,
      plugins: PluginRegistry, films: FilmPlanning? = nil
    ) {
      (self.stores, self.cache, self.key) = (stores, cache, key)
      (self.installation, self.plugins, self.films) = (installation, plugins, films)
    }
  }

  /// Checks the job file.
  ///
  /// - Throws: what keeps the file from being read at all; mistakes in jobs are in ``plan``.
  public init(_ request: SubmissionRequest, _ means: Means) throws(RenderError) {
    self.request = request
    key = means.key
    guard !request.out.contains("://") || S3Address.isAddress(request.out) else {
      throw .noStore(request.out)
    }
    folder = OutputFolder(request.out)
    out = folder.path
    store = try means.stores.store(at: folder.path)
    toolchain = try Toolchain(of: means.installation, means.plugins)
    let isObject = S3Address.isAddress(request.jobs)
    scratch = isObject ? try ScratchFolder() : nil
    let jobs = try FarmSubmission.file(request.jobs, in: scratch, means.stores)
    inputs = SubmittedInputs(
      stores: means.stores, cache: means.cache, jobs: isObject ? request.jobs : nil)
    let planner = try JobPlanner(
      path: jobs, out: folder, shard: nil,
      installation: means.installation, plugins: means.plugins, key: means.key,
      farm: FarmUnits(
        out: folder.path, inputs: inputs, seal: PayloadSeal(means.key), toolchain: toolchain),
      films: means.films, allowsOutsideInputs: request.allowsOutside)
    moment = planner.moment
    (plan, units) = try planner.check()
  }

  /// The path of a job file: an object is written into a folder first.
  private static func file(
    _ jobs: String, in scratch: ScratchFolder?, _ stores: StoreShelf
  ) throws(RenderError) -> String {
    guard let scratch else { return jobs }
    let path = scratch.path + "/" + Files.name(of: jobs)
    try AtomicFile.write([try stores.read(jobs, limit: mostBytes)], to: path)
    return path
  }

  /// Most bytes of a job file in an object store.
  private static let mostBytes = 1 << 30

  /// What became of it.
  public struct Submitted: Sendable {
    /// What adding the units came to.
    public var added = AddedUnits()
    /// Removed units of earlier submissions.
    public var dropped = RemovedUnits()
    /// Units that failed because an input had changed or was missing, and are queued again.
    public var retried = 0
    /// Different files that its units are drawn from.
    public var inputs = 0
    /// Those of them that were not in the store.
    public var newInputs = 0
  }

  /// Puts inputs into the store, then units into the queue.
  ///
  /// - Returns: how many.
  /// - Throws: `wrong-key`, `queue-failed`, `store-unreachable`, `store-refused`, `output-failed`, `input-changed`;
  ///   nothing is in the queue then.
  public func submit(to queue: PostgresJobQueue) throws(RenderError) -> Submitted {
    precondition(plan.mistakeCount == 0 || request.skipsInvalid)
    var found = Submitted()
    try queue.setKey(key)
    if !folder.isRemote { try folder.make() }
    // Check the store here once, before every machine fails on it.
    try store.probe()
    try store.checkConditions()
    found.inputs = inputs.count
    found.newInputs = try inputs.put(into: store)
    let lasting = LastingPictures(queue: queue, moment: moment, key: key)
    (found.added, found.dropped, found.retried) = try queue.together { () throws(RenderError) in
      let generation = try queue.generation + 1
      var added = AddedUnits()
      var some: [UnitSpec] = []
      func add() throws(RenderError) {
        let one = try queue.add(some, generation: generation)
        added.new += one.new
        added.changed += one.changed
        added.known += one.known
        some = []
      }
      try units.forEachBatch { (batch) throws(RenderError) in
        for spec in batch {
          var spec = try lasting.unit(spec)
          spec.toolchain = toolchain.digest
          some.append(spec)
        }
        if some.count >= FarmSubmission.atOnce { try add() }
      }
      try add()
      let dropped =
        request.replaces ? try queue.removeUnits(before: generation) : RemovedUnits()
      return (added, dropped, try units.retryWhatFailedForItsInputs(in: queue))
    }
    return found
  }

  /// Units of one COPY: with fewer, the statements round it take longer than the copy.
  private static let atOnce = 20_000
}
