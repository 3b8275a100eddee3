public import Designs
internal import Digests
package import Fetching
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
  private let settings: ServiceSettings
  private let board: RenderBoard
  private let uploads: Uploads
  private let canary: Canary
  private let log: AccessLog?
  private let uploading: UploadEndpoint
  private let keys: KeyRing
  private let store: ServiceStore
  private let backups: BackupDesk?
  private let pictures: PictureKeeper
  private let rendering: RenderEndpoint
  private let addresses: AddressEndpoint
  private let people: PeopleEndpoint
  private let films: FilmBoard
  private let offer: Mutex<Offer>
  private let planning: PlanningThread
  private let limiter: Limiter
  private let usage: UsageEndpoint
  private let sources: SourceRecords
  private let poller: SourcePoller
  private let fetchers: ServiceFetchers
  private let webhooks: WebhookEndpoint
  private let fetches: PictureFetches
  private let sender: WebhookSender
  /// Exports the traces of requests, or `nil`.
  private let tracer: Tracer?
  let metrics = ServiceMetrics()
  private let isEnding = Mutex(false)
  /// The time at which expired requests were last removed.
  private let tidied = Mutex(SuspendingClock().now)
  /// A closure, set by the listener, that returns the numbers of clients and requests.
  private let load = Mutex(Load())

  /// Everything that describes the templates, themes and films that clients can use.
  private struct Offer {
    let documents: [Route: ServiceDocument]
    let films: FilmEndpoint
    let desk: AgentDesk
    let agents: AgentEndpoint
  }

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
    let fetchers = ServiceFetchers(
      photos: settings.fetcher, content: settings.contentFetcher,
      webhooks: settings.webhookFetcher)
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
        let fetcher = fetchers.content ?? Fetcher(program: "", hosts: [], resource: .content)
        return try fetcher.fetch(url, unless: known, authorization: authorization)
      }, report: { metrics.record($0) })
    let hooks = sources.webhooks
    webhooks = WebhookEndpoint(
      records: hooks, replies: replies, fetchers: fetchers, planning: planning)
    fetches = PictureFetches(hooks, intervals: settings.unfetchedIntervals)
    sender = WebhookSender(hooks, send: WebhookSender.sending(fetchers)) { metrics.record($0) }
    people = PeopleEndpoint(
      people: KeptPeople(store: store, uploads: records, sources: sources), owners: owners,
      planner: planner, remote: remote,
      intake: SourceIntake(
        sources, most: settings.mostWaiting, deadline: settings.deadline,
        download: { SourceIntake.download(fetchers.content) }),
      content: SubscribedContent(sources, fetchers, clock: .machine),
      answers: answers, fetches: fetches, replies: replies, planning: planning,
      settings: settings, flows: flows)
    let desk = AgentDesk(
      installation: installation, plugins: plugins, lists: lists, rendering: rendering,
      people: people, board: board)
    offer = Mutex(
      Offer(
        documents: try ServiceDocument.all(
          lists, hasKeys: keys.access.count > 0, fetchesPhotos: settings.fetcher != nil),
        films: FilmEndpoint(films: try OfferedFilms(MotionLibrary(installation)), board: films),
        desk: desk, agents: AgentEndpoint(server: desk.server(), planning: planning)))
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

  /// Replaces the fetchers; `nil` means that no host is allowed.
  package func replace(photos: Fetcher?, content: Fetcher?, webhooks: Fetcher?) {
    fetchers.replace(photos: photos, content: content, webhooks: webhooks)
  }

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
    let desk = offer.withLock(\.desk).with(lists: lists)
    let new = Offer(
      documents: try ServiceDocument.all(
        lists, hasKeys: keys.access.count > 0, fetchesPhotos: fetchers.photos != nil),
      films: FilmEndpoint(films: try OfferedFilms(MotionLibrary(installation)), board: films),
      desk: desk, agents: AgentEndpoint(server: desk.server(), planning: planning))
    offer.withLock { $0 = new }
  }

  /// Handles timeouts, health checks and expiry; must be called about once per second.
  public func lookAfter() {
    board.lookAfter()
    films.lookAfter()
    canary.lookAfter(board)
    if fetchers.content != nil { poller.lookAfter() }
    backups?.lookAfter()
    fetches.lookAfter()
    if fetchers.webhooks != nil { sender.lookAfter() }
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

extension Service: HTTPHandler {
  /// The name of the exchange tag, and of the access log member, for the address pattern of the
  /// route.
  static let route = "route"

  /// Checks that the address exists, and that the client is authorized and within its limits.
  ///
  /// A request without a valid key counts for its address. A body is read only if the client has a
  /// valid key or a person's token.
  public func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
    guard let (route, words) = Route.of(head.path), route != .metrics else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = route.refusal(of: head) { return .refused(refusal) }
    if settings.hostsAreLocal, let why = head.crossOriginReason {
      return .refused(Problem([.otherSite(why)]).answer)
    }
    let needsKey = route.needsKey(for: head.method)
    let client = needsKey ? client(head) : nil
    let isUnknown = needsKey && keys.access.count > 0 && client == nil
    let party: Limiter.Party = needsKey && !isUnknown ? .client(client ?? "") : .address(peer)
    var headers: [HTTPHeader] = []
    if route.isLimited {
      switch limiter.count(party, now: SuspendingClock().now) {
      case .admitted(let added): headers = added
      case .refused(let added, let most, let retryAfter):
        metrics.limits.add(.requests)
        let error = RenderError.rateLimited(most, of: party, retryAfter: retryAfter)
        var answer = Problem(429, [error], retryAfter: retryAfter).answer
        answer.headers += added
        return .refused(answer)
      }
    }
    if isUnknown {
      var answer = Problem([.noKey(in: head)]).answer
      answer.headers += headers
      return .refused(answer)
    }
    let most = mostBytes(of: route, head)
    let charge = Charge(party: party, headers: headers)
    let work: Admission.Work = { [self] in handle($0, at: route, words, charge, $1) }
    guard most > 0, head.hasBody, route.hasToken else {
      return .admitted(mostBytes: most, for: client, work)
    }
    return .later { [people] completion in people.admit(words[0], mostBytes: most, work, completion)
    }
  }

  private func document(at route: Route) -> ServiceDocument? {
    offer.withLock { $0.documents[route] }
  }

  private func mostBytes(of route: Route, _ head: HTTPHead) -> Int {
    guard ["POST", "PUT"].contains(head.method) else { return 0 }
    let photo = min(settings.photoSize, settings.photoBytes)
    switch route {
    case .photos, .images: return photo
    case .fonts: return min(RenderPlanner.mostFontBytes, settings.photoBytes)
    case .themes: return UploadKind.mostThemeBytes
    case .render where head.header("content-type").map(MultipartBody.isOne) == true:
      return settings.requestBytes + photo
    case .render, .people, .person, .content, .own, .challenge, .agents:
      return settings.requestBytes
    case .flowState: return PeopleEndpoint.mostStateBytes
    case .webhook: return WebhookEndpoint.mostBytes
    case .health: return settings.healthBytes
    default: return 0
    }
  }

  /// The party to which a request is charged, and the headers with its limit.
  private struct Charge: Sendable {
    let party: Limiter.Party
    let headers: [HTTPHeader]
  }

  /// Responds directly, or plans and renders the request.
  private func handle(
    _ request: HTTPRequest, at route: Route, _ words: [String], _ charge: Charge,
    _ exchange: HTTPExchange
  ) {
    let head = request.head
    exchange.tag(Service.route, route.rawValue)
    exchange.addHeaders(charge.headers)
    if route.isLimited {
      if let most = limiter.begin(charge.party) {
        metrics.limits.add(.concurrent)
        let error = RenderError.tooManyOpen(most, of: charge.party)
        return exchange.answer(Problem(429, [error], retryAfter: 1).answer)
      }
      exchange.whenOver { [limiter] in limiter.end(charge.party) }
    }
    let needsKey = route.needsKey(for: head.method)
    let known = needsKey ? client(head) : nil
    // Keys may have been replaced since the request was admitted.
    if needsKey, keys.access.count > 0, known == nil {
      return exchange.answer(Problem([.noKey(in: head)]).answer)
    }
    let client = known ?? ""
    if !client.isEmpty { exchange.tag("key", client) }
    switch route {
    case .alive: exchange.answer(Service.alive)
    case .ready: exchange.answer(readiness)
    case .themes where head.method == "PUT", .photos, .fonts, .images:
      if let kind = route.upload { uploading.keep(kind, request, for: client, exchange) }
    case .photo, .font, .image, .theme: uploading.erase(words[0], for: client, exchange)
    case .sharing:
      uploading.share(words[1], isShared: head.method == "PUT", for: client, exchange)
    case .page, .screens, .openAPI, .devices, .themes, .templates, .motions, .schema:
      exchange.answer(document(at: route)?.answer(head) ?? Problem(404, [.noSuchAddress()]).answer)
    case .render: rendering.handle(request, for: client, exchange)
    case .film: offer.withLock(\.films).handle(words, head, for: client, exchange)
    case .picture: addresses.handle(words, head, for: client, exchange)
    case .people where head.method == "POST": people.add(request, for: client, exchange)
    case .people: people.list(head, for: client, exchange)
    case .person where head.method == "PUT":
      people.add(request, named: words[0], for: client, exchange)
    case .person where head.method == "DELETE": people.erase(words[0], for: client, exchange)
    case .person: people.known(words[0], head, for: client, exchange)
    case .usage: usage.answer(for: client, exchange)
    case .webhooks: webhooks.list(for: client, exchange)
    case .webhook where head.method == "PUT":
      webhooks.put(words[0], request, for: client, exchange)
    case .webhook: webhooks.erase(words[0], for: client, exchange)
    case .webhookTest: webhooks.test(words[0], request, for: client, exchange)
    case .agents: offer.withLock(\.agents).handle(request, for: client, exchange)
    case .own where head.method == "PUT": people.putOwn(words[0], request, exchange)
    case .own: people.own(words[0], head, exchange)
    case .content: people.putContent(words[0], request, exchange)
    case .challenge where head.method == "PUT": people.putChallenge(words[0], request, exchange)
    case .challenge: people.challenge(words[0], head, exchange)
    case .health: people.putHealth(words[0], request, exchange)
    case .flow: people.playFlow(words, head, exchange)
    case .flowState where head.method == "PUT": people.putFlowState(words, request, exchange)
    case .flowState: people.flowState(words, head, exchange)
    case .shown, .shownOn: people.show(words, head, exchange)
    case .metrics: exchange.answer(Problem(404, [.noSuchAddress()]).answer)
    }
  }

  /// Returns the problem document for a rejection by the HTTP server.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
    switch reason {
    case .overloaded: metrics.limits.add(.memory)
    case .crowded: metrics.limits.add(.connections)
    case .ambiguous, .headTooLarge, .unknownVersion, .tooLarge: break
    }
    return answer(to: reason)
  }

  private func answer(to reason: HTTPRefusal) -> HTTPAnswer {
    switch reason {
    case .ambiguous(let why): Problem([.invalidRequest(why)]).answer
    case .headTooLarge: Problem(431, [.headTooLarge(settings.http.headBytes)]).answer
    case .unknownVersion: Problem(505, [.unknownVersion()]).answer
    case .tooLarge(let most): Problem([.bodyTooLarge(most)]).answer
    case .overloaded: Problem(503, [.tooMuchMemory()], retryAfter: 1).answer
    case .crowded: Problem(503, [.noRoomForConnections()], retryAfter: 1).answer
    }
  }

  /// Counts and logs a completed request.
  public func over(_ record: HTTPRecord) {
    // A rejected request has no route tag, so derive its route from the path.
    let route =
      record.tags[Service.route] ?? record.head.flatMap { Route.of($0.path) }?.route.rawValue
      ?? HTTPRecord.unknownRoute
    metrics.record(record, route: route)
    let parent = record.head?.header("traceparent").flatMap(TraceParent.init)
    let trace = tracer?.record(record, route: route, parent)
    log?.write(record, route: route, trace: trace ?? parent?.trace)
  }

  /// Returns the name of the client to which the request's key belongs.
  private func client(_ head: HTTPHead) -> String? {
    keys.access.name(head.header("authorization"))
  }

  /// The response to a check whether the service runs.
  static var alive: HTTPAnswer { .text(200, "alive\n") }

  /// The response to a check whether the service can render.
  var readiness: HTTPAnswer {
    if isEnding.withLock({ $0 }) { return Problem([.stopping()]).answer }
    if let failure = board.failure ?? canary.failure ?? store.failure {
      return Problem(503, [failure], retryAfter: 1).answer
    }
    return .text(200, "ready\n")
  }
}

extension RenderError {
  fileprivate static func libraryMissing() -> RenderError {
    RenderError(
      .storeFailed, "the library libhogweed.so.6, which encrypts the data of people, is missing",
      hint: "install the Debian package libhogweed6, and start the service again")
  }
}
