public import ContentSources
public import Designs
internal import Files
public import Stores
public import WallfarmCore
public import WallfarmPluginKit

/// The settings of a submission to a farm.
public struct SubmissionRequest: Sendable {
  /// The job file: a path, `-`, or the address of an object.
  public var jobs: String
  /// The output: the address of a bucket, or a folder that all machines mount at the same path.
  public var out: String
  /// Whether jobs may read files outside the job file's folder.
  public var allowsOutside = false
  /// Whether valid jobs are submitted even if other jobs are invalid.
  public var skipsInvalid = false
  /// Whether the content of jobs can name URLs, and how they are fetched.
  public var sources = SourceAccess.refused
  /// Whether to remove units from the queue that are not in the job file.
  public var replaces = false

  /// Creates a request with default settings.
  public init(jobs: String, out: String) { (self.jobs, self.out) = (jobs, out) }
}

/// The submission of a job file to the queue of a farm.
///
/// The initializer checks the whole file in the same way as ``Batch``, without changing the queue
/// or the store. ``submit(to:)`` uploads the inputs to the store, and then adds all units to the
/// queue in one transaction.
public final class FarmSubmission {
  /// The checked job file.
  public let plan: JobPlan
  /// The output location.
  public let out: String
  private let request: SubmissionRequest
  private let units: PlannedUnits
  private let moment: Moment
  private let inputs: SubmittedInputs
  private let folder: OutputFolder
  private let store: any OutputStore
  private let toolchain: Toolchain
  private let key: SecretKey
  /// The scratch folder that contains a downloaded job file.
  private let scratch: ScratchFolder?

  /// The resources that are needed to read and check jobs.
  public struct Means {
    /// The configured stores.
    public var stores: ObjectCache
    /// The cache for objects that jobs reference.
    public var cache: InputCache
    /// The shared key of the farm.
    public var key: SecretKey
    /// The installed templates and fonts.
    public var installation: Installation
    /// The plugins that templates may use.
    public var plugins: PluginRegistry
    /// Creates the film planner; if it is `nil`, jobs with films are invalid.
    public var films: FilmPlanning?

    /// Creates a set of resources.
    public init(
      stores: ObjectCache, cache: InputCache, key: SecretKey, installation: Installation,
      plugins: PluginRegistry, films: FilmPlanning? = nil
    ) {
      (self.stores, self.cache, self.key) = (stores, cache, key)
      (self.installation, self.plugins, self.films) = (installation, plugins, films)
    }
  }

  /// Checks the job file.
  ///
  /// - Throws: An error that prevents the file from being read. Errors in individual jobs are in
  ///   ``plan`` instead.
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
        out: folder.path, inputs: inputs, seal: PayloadSeal(means.key), toolchain: toolchain,
        packs: means.installation.packs),
      films: means.films, allowsOutsideInputs: request.allowsOutside,
      sources: request.sources)
    moment = planner.moment
    (plan, units) = try planner.check()
  }

  /// Returns the path of a job file; if the file is an object in a store, downloads it to the
  /// scratch folder first.
  private static func file(
    _ jobs: String, in scratch: ScratchFolder?, _ stores: ObjectCache
  ) throws(RenderError) -> String {
    guard let scratch else { return jobs }
    let path = scratch.path + "/" + Files.name(of: jobs)
    try AtomicFile.write([try stores.read(jobs, limit: mostBytes)], to: path)
    return path
  }

  /// The maximum size in bytes of a job file in an object store.
  private static let mostBytes = 1 << 30

  /// The result of a submission.
  public struct Submitted: Sendable {
    /// The numbers of new, changed and unchanged units in the job file.
    public var added = AddedUnits()
    /// The numbers of units from earlier submissions that were removed.
    public var dropped = RemovedUnits()
    /// The number of requeued units, which had failed because an input was changed or missing.
    public var retried = 0
    /// Number of distinct inputs.
    public var inputs = 0
    /// The number of inputs that were uploaded.
    public var newInputs = 0
  }

  /// Uploads inputs to the store, then adds units to the queue.
  ///
  /// - Returns: The numbers of units and inputs.
  /// - Throws: `wrong-key`, `queue-failed`, `store-unreachable`, `store-refused`, `output-failed`,
  ///   `input-changed`; if an error is thrown, the units in the queue are unchanged.
  public func submit(to queue: PostgresJobQueue) throws(RenderError) -> Submitted {
    precondition(plan.mistakeCount == 0 || request.skipsInvalid)
    var found = Submitted()
    try queue.setKey(key)
    if !folder.isRemote { try folder.make() }
    // Check the store here, so that a problem is reported once instead of by every machine.
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
        for unit in batch {
          var spec = try lasting.unit(unit)
          spec.toolchain = toolchain.digest
          some.append(spec)
        }
        if some.count >= FarmSubmission.atOnce { try add() }
      }
      try add()
      let dropped =
        request.replaces ? try queue.removeUnits(before: generation) : RemovedUnits()
      return (added, dropped, try units.retryInputFailures(in: queue))
    }
    return found
  }

  /// The number of rows per COPY; with fewer rows, the surrounding statements take longer than the
  /// copy.
  private static let atOnce = 20_000
}
