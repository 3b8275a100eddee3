public import Designs
internal import Digests
internal import Fetching
public import HTTP
internal import Motion
public import RenderPool
public import SourceJSON
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// An HTTP service that renders pictures.
///
/// Pictures are rendered only in worker processes. Requests are validated before they reach a
/// worker.
public final class Service: Sendable {
  let settings: ServiceSettings
  let board: RenderBoard
  private let uploads: Uploads
  let canary: Canary
  let log: AccessLog?
  let uploading: UploadEndpoint
  let keys: KeyRing
  let store: ServiceStore
  private let backups: BackupDesk?
  private let pictures: PictureKeeper
  let rendering: RenderEndpoint
  let addresses: AddressEndpoint
  let people: PeopleEndpoint
  let films: FilmBoard
  let offer: Mutex<ServiceOffer>
  private let planning: PlanningThread
  let limiter: Limiter
  let usage: UsageEndpoint
  private let sources: SourceRecords
  private let poller: SourcePoller
  private let fetchers: ServiceFetchers
  let webhooks: WebhookEndpoint
  private let fetches: PictureFetches
  private let sender: WebhookSender
  /// Exports the traces of requests, or `nil`.
  let tracer: Tracer?
  let metrics = ServiceMetrics()
  let isEnding = Mutex(false)
  /// The time at which expired requests were last removed.
  private let tidied = Mutex(SuspendingClock().now)
  /// A closure, set by the listener, that returns the numbers of clients and requests.
  private let load = Mutex(Load())

  private struct Load {
    var count: @Sendable () -> (clients: Int, requests: Int) = { (0, 0) }
  }

  /// Creates a service and starts its workers.
  ///
  /// - Parameters:
  ///   - settings: The settings of the service.
  ///   - installation: The installed templates, themes and fonts.
  ///   - plugins: The plugins that templates may use.
  ///   - key: The key for digests of notes in fingerprints, or `nil`; the workers must have the
  ///     same key.
  ///   - keys: The keys of clients and addresses.
  ///   - store: The persistent store.
  ///   - lists: The lists of devices, themes, templates and films, and the request schema; the key
  ///     of each is the last component of its address.
  ///   - log: The access log, or `nil` for none.
  /// - Throws: `fonts-missing`, `worker-crashed`, and errors from rendering the first test picture.
  public init(
    _ settings: ServiceSettings, installation: Installation, plugins: PluginRegistry,
    key: SecretKey?, keys: KeyRing, store: ServiceStore, lists: [String: JSONValue],
    log: AccessLog?
  ) throws(RenderError) {
    (self.settings, self.keys, self.store, self.log) = (settings, keys, store, log)
    guard SealedBox.isAvailable else { throw .libraryMissing() }
    backups = BackupDesk(store)
    let planning = PlanningThread("wallfarm planning", most: settings.mostWaiting, threads: 3)
    let limiter = Limiter(settings.limits)
    self.limiter = limiter
    store.limit { limiter.limits(of: $0) }
    store.count(refused: metrics.limits)
    tracer = settings.traces.map(Tracer.init)
    usage = UsageEndpoint(store: store, limiter: limiter, planning: planning)
    let records = store.uploadRecords(keys, memoryBytes: settings.photoBytes)
    uploads = Uploads(
      mostBytes: settings.photoBytes, records: records,
      folder: try store.uploadFolder(records, keys, now: TimeSource.machine.read()))
    // Request digests need a key even if fingerprints do not use one.
    let planner = try RenderPlanner(installation, plugins, key ?? .random(), uploads)
    uploading = UploadEndpoint(
      uploads: uploads, planner: planner,
      keeping: PlanningThread("wallfarm uploads", most: 16))
    let fetchers = ServiceFetchers(settings.fetchers)
    self.fetchers = fetchers
    let remote = RemotePhotos(settings, fetchers, uploads: uploads)
    canary = try Canary(installation, plugins, key: key, interval: settings.canaryInterval)
    board = try RenderBoard(settings, metrics)
    pictures = PictureKeeper(board, mostBytes: settings.pictureBytes)
    let answers = PictureAnswers(pictures: pictures, clock: .machine)
    let requests = KeptRequests(store: store, ring: keys, uploads: records, clock: .machine)
    let replies = KeptReplies(store: store, ring: keys, clock: .machine)
    let owners = OwnerFinder(most: settings.mostWaiting)
    rendering = RenderEndpoint(
      settings: settings, planner: planner, uploads: uploads, remote: remote, pictures: pictures,
      requests: requests, replies: replies, planning: planning,
      packing: PlanningThread("wallfarm archives", most: settings.mostWaiting))
    addresses = AddressEndpoint(
      requests: requests, revoked: try RevokedAddresses(store, keys), owners: owners,
      planner: planner, answers: answers, planning: planning)
    films = FilmBoard(program: settings.filmProgram, deadline: settings.deadline)
    self.planning = planning
    var flows: [String: ServiceDocument] = [:]
    for (name, page) in settings.flows {
      flows[name] = try ServiceDocument(ServicePage(ofFlow: page))
    }
    let sources = SourceRecords(store: store, ring: keys, clock: .machine)
    self.sources = sources
    let metrics = metrics
    poller = SourcePoller(
      sources,
      download: { (url, authorization, known) throws(RenderError) in
        try fetchers.content.fetch(url, unless: known, authorization: authorization)
      }, report: { metrics.record($0) })
    let hooks = sources.webhooks
    webhooks = WebhookEndpoint(
      records: hooks, replies: replies, fetchers: fetchers, planning: planning)
    fetches = PictureFetches(hooks, intervals: settings.unfetchedIntervals)
    sender = WebhookSender(hooks, send: WebhookSender.sending(fetchers)) { metrics.record($0) }
    let keptPeople = KeptPeople(store: store, uploads: records, sources: sources)
    people = PeopleEndpoint(
      people: keptPeople, owners: owners,
      planner: planner, remote: remote,
      intake: SourceIntake(
        sources, most: settings.mostWaiting, deadline: settings.deadline,
        download: { SourceIntake.download(fetchers.current.content) }),
      content: SubscribedContent(sources, fetchers, clock: .machine),
      answers: answers, fetches: fetches, replies: replies, planning: planning,
      settings: settings, flows: flows,
      revokedReaders: RevokedReaders(try keptPeople.revokedReaders()),
      app: settings.offersApp ? try PersonApp() : nil)
    let desk = AgentDesk(
      installation: installation, plugins: plugins, lists: lists, rendering: rendering,
      people: people, board: board)
    offer = Mutex(
      try ServiceOffer(
        desk: desk, hasKeys: keys.access.count > 0,
        fetchesPhotos: settings.fetchers.photos != nil, installation: installation, films: films))
  }

  /// The fence around the workers, or `nil` until a worker is ready.
  public var fence: WorkerFence.Report? { board.fence }

  /// The error that keeps workers from starting, data from being stored, or traces from being
  /// exported, or `nil`.
  public var failure: RenderError? { board.failure ?? store.failure ?? tracer?.failure }

  /// Sets the closure that provides the load figures for the metrics.
  public func countLoad(_ count: @escaping @Sendable () -> (clients: Int, requests: Int)) {
    load.withLock { $0.count = count }
  }

  /// Replaces the limits on clients.
  public func replace(_ limits: ServiceLimits) { limiter.replace(limits) }

  /// Replaces the fetchers for the hosts that the operator allows.
  package func replace(_ allowed: ServiceFetchers.Allowed) { fetchers.replace(allowed) }

  /// Replaces the lists of templates, themes, devices and films, and everything that is derived
  /// from them; requests in progress continue with the previous ones.
  ///
  /// - Parameters:
  ///   - lists: The lists; see ``init(_:installation:plugins:key:keys:store:lists:log:)``.
  ///   - installation: The installed films.
  /// - Throws: The first error in an installed film; then nothing is replaced.
  public func replace(
    lists: [String: JSONValue], installation: Installation
  ) throws(RenderError) {
    let new = try ServiceOffer(
      desk: offer.withLock(\.desk).with(lists: lists), hasKeys: keys.access.count > 0,
      fetchesPhotos: fetchers.current.photos != nil, installation: installation, films: films)
    offer.withLock { $0 = new }
  }

  /// Handles timeouts, health checks and expiry; must be called about once per second.
  public func lookAfter() {
    board.lookAfter()
    films.lookAfter()
    canary.lookAfter(board)
    if fetchers.current.content != nil { poller.lookAfter() }
    backups?.lookAfter()
    fetches.lookAfter()
    if fetchers.current.webhooks != nil { sender.lookAfter() }
    let now = SuspendingClock().now
    let isTime = tidied.withLock { last in
      guard now - last > .seconds(600) else { return false }
      last = now
      return true
    }
    if isTime {
      store.tidy(now: TimeSource.machine.read())
      uploads.tidy(now: TimeSource.machine.read())
      sources.tidy()
      backups?.tidy()
      webhooks.records.tidy()
    }
  }

  /// Announces the shutdown by failing the readiness check, so that load balancers do not send new
  /// clients.
  public func announceEnd() { isEnding.withLock { $0 = true } }

  /// Rejects new pictures and films; returns whether some are still in progress.
  public func drain() -> Bool {
    board.drain()
    films.drain()
    return board.flights > 0 || films.flights > 0
  }

  /// Stops the workers and the film processes.
  public func end() {
    fetches.flush()
    films.end()
    board.end()
    tracer?.end()
  }

  /// Returns a server for an agent that started this process and uses its standard input and
  /// output.
  ///
  /// - Parameter folder: The folder for files that the agent writes.
  /// - Returns: The server, which has not started reading yet.
  /// - Throws: `output-failed` if the folder does not exist.
  public func agentPipe(writingTo folder: String) throws(RenderError) -> AgentPipe {
    AgentPipe(offer.withLock(\.desk).server(try AgentFiles(folder: folder)), rendering.planning)
  }

  /// The response to clients that are still waiting at shutdown.
  public static var farewell: HTTPAnswer { Problem([.stopping()]).answer }

  /// The metrics in the Prometheus text format.
  var figures: String {
    let load = load.withLock(\.count)()
    return metrics.text(
      ServiceMetrics.Present(
        isReady: readiness.status == 200,
        connections: load.clients, requests: load.requests, waiting: board.waiting,
        flights: board.flights, photos: uploads.bytes, pictures: pictures.bytes,
        looks: pictures.looks, kept: store.bytes, people: store.people,
        sources: sources.counts, webhooks: webhooks.records.counts, pool: board.poolState,
        traces: tracer?.counts))
  }
}

extension RenderError {
  fileprivate static func libraryMissing() -> RenderError {
    RenderError(
      .storeFailed, "the library libhogweed.so.6, which encrypts the data of people, is missing",
      hint: "install the Debian package libhogweed6, and start the service again")
  }
}
