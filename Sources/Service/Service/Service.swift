public import Designs
public import HTTP
internal import Motion
public import RenderPool
public import SourceJSON
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// Answers requests for pictures over HTTP.
///
/// Rendering happens in workers alone. What is wrong with a request is found before one of them sees it.
public final class Service: Sendable {
  private let settings: ServiceSettings
  private let desk: RenderDesk
  private let photos: PhotoShelf
  private let canary: Canary
  private let documents: [Route: ServiceDocument]
  private let log: AccessLog?
  private let keeping: PlanningThread
  private let keys: KeyRing
  private let store: ServiceStore
  private let pictures: PictureKeeper
  private let rendering: RenderEndpoint
  private let addresses: AddressEndpoint
  private let people: PeopleEndpoint
  private let films: FilmEndpoint
  let metrics = ServiceMetrics()
  private let isEnding = Mutex(false)
  /// When requests that ended were forgotten.
  private let tidied = Mutex(SuspendingClock().now)
  /// How many clients and requests there are; set by what listens.
  private let load = Mutex<@Sendable () -> (clients: Int, requests: Int)>({ (0, 0) })

  /// Prepares to serve, and starts the workers.
  ///
  /// - Parameters:
  ///   - settings: how.
  ///   - installation: where templates, themes and fonts are.
  ///   - plugins: what templates may use.
  ///   - key: what notes enter fingerprints with; workers have the same, or none as well.
  ///   - keys: of clients and addresses.
  ///   - store: what is kept.
  ///   - lists: devices, themes, templates, films and the schema of requests, by the last word of their address.
  ///   - log: where each request is written down; nil for nowhere.
  /// - Throws: `fonts-missing`, `worker-crashed`, and what rendering throws where no picture can be made.
  public init(
    _ settings: ServiceSettings, installation: Installation, plugins: PluginRegistry,
    key: SecretKey?, keys: KeyRing, store: ServiceStore, lists: [String: JSONValue],
    log: AccessLog?
  ) throws(RenderError) {
    (self.settings, self.keys, self.store, self.log) = (settings, keys, store, log)
    let planning = PlanningThread("wallfarm planning", most: settings.mostWaiting, threads: 3)
    keeping = PlanningThread("wallfarm photos", most: 16)
    let records = store.photoRecords(keys, memoryBytes: settings.photoBytes)
    photos = PhotoShelf(
      mostBytes: settings.photoBytes, records: records,
      folder: try store.photoFolder(records, keys, now: TimeSource.machine.read()))
    // Notes tell requests apart, also where no fingerprint has them.
    let planner = try RenderPlanner(installation, plugins, key ?? .random(), photos)
    let remote = RemotePhotos(settings, photos: photos)
    canary = try Canary(installation, plugins, key: key, interval: settings.canaryInterval)
    desk = try RenderDesk(settings, metrics)
    pictures = PictureKeeper(desk, mostBytes: settings.pictureBytes)
    let answers = PictureAnswers(pictures: pictures, clock: .machine)
    let requests = KeptRequests(store: store, ring: keys, photos: records, clock: .machine)
    let owners = OwnerFinder(most: settings.mostWaiting)
    rendering = RenderEndpoint(
      settings: settings, planner: planner, photos: photos, remote: remote, pictures: pictures,
      requests: requests, planning: planning,
      packing: PlanningThread("wallfarm archives", most: settings.mostWaiting))
    addresses = AddressEndpoint(
      requests: requests, revoked: try RevokedAddresses(store, keys), owners: owners,
      planner: planner, answers: answers, planning: planning)
    films = FilmEndpoint(
      films: try OfferedFilms(MotionLibrary(folder: installation.motions)),
      desk: FilmDesk(program: settings.filmProgram, deadline: settings.deadline))
    var flows: [String: ServiceDocument] = [:]
    for (name, page) in settings.flows {
      flows[name] = try ServiceDocument(ServicePage(ofFlow: page))
    }
    people = PeopleEndpoint(
      people: KeptPeople(store: store, photos: records), owners: owners, planner: planner,
      remote: remote, answers: answers, planning: planning, settings: settings, flows: flows)
    documents = try ServiceDocument.all(
      lists, hasKeys: keys.access.count > 0, fetchesPhotos: settings.fetcher != nil)
  }

  /// What stands round the workers; nil until the first can be used.
  public var fence: WorkerFence.Report? { desk.fence }

  /// Why no worker can be started, or nothing kept; nil where all is well.
  public var failure: RenderError? { desk.failure ?? store.failure }

  /// Hears how many clients and requests there are, for the figures.
  public func countLoad(_ count: @escaping @Sendable () -> (clients: Int, requests: Int)) {
    load.withLock { $0 = count }
  }

  /// Looks after what waits; to be called about once a second.
  public func lookAfter() {
    desk.lookAfter()
    films.desk.lookAfter()
    canary.lookAfter(desk)
    let now = SuspendingClock().now
    let isTime = tidied.withLock { last in
      guard now - last > .seconds(600) else { return false }
      last = now
      return true
    }
    if isTime {
      store.tidy(now: TimeSource.machine.read())
      photos.tidy(now: TimeSource.machine.read())
    }
  }

  /// Says that it is about to end: readiness first, so that nobody sends new clients.
  public func announceEnd() { isEnding.withLock { $0 = true } }

  /// Begins no picture and no film any more; whether some are still being made.
  public func drain() -> Bool {
    desk.drain()
    films.desk.drain()
    return desk.flights > 0 || films.desk.flights > 0
  }

  /// Ends the workers and the processes of films.
  public func end() {
    films.desk.end()
    desk.end()
  }

  /// What clients are told that still wait when everything ends.
  public static var farewell: HTTPAnswer { Problem([.stopping()]).answer }

  /// The figures, in the text format of Prometheus.
  var figures: String {
    let load = load.withLock { $0 }()
    return metrics.text(
      ServiceMetrics.Present(
        connections: load.clients, requests: load.requests, waiting: desk.waiting,
        flights: desk.flights, photos: photos.bytes, pictures: pictures.bytes,
        looks: pictures.looks, kept: store.bytes, people: store.people, pool: desk.poolState))
  }
}

extension Service: HTTPHandler {
  /// Whether there is such an address, and whether the client may ask it.
  ///
  /// Nothing of a body is read for a client that shows neither a key nor the token of a person.
  public func admit(_ head: HTTPHead) -> Admission {
    guard let (route, words) = Route.of(head.path), route != .metrics else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = route.refusal(of: head) { return .refused(refusal) }
    if settings.hostsAreLocal, let why = head.isFromElsewhere {
      return .refused(Problem([.otherSite(why)]).answer)
    }
    let needsKey = route.needsKey(for: head.method)
    let client = needsKey ? client(head) : nil
    if needsKey, keys.access.count > 0, client == nil {
      return .refused(Problem([.noKey()]).answer)
    }
    let most = mostBytes(of: route, head)
    guard most > 0, head.hasBody, route.hasToken else {
      return .admitted(mostBytes: most, for: client)
    }
    return .later { [people] told in people.admit(words[0], mostBytes: most, told) }
  }

  private func mostBytes(of route: Route, _ head: HTTPHead) -> Int {
    guard ["POST", "PUT"].contains(head.method) else { return 0 }
    let photo = min(settings.photoSize, settings.photoBytes)
    switch route {
    case .photos: return photo
    case .render where head.header("content-type").map(MultipartBody.isOne) == true:
      return settings.requestBytes + photo
    case .render, .people, .content, .own, .challenge: return settings.requestBytes
    case .flowState: return PeopleEndpoint.mostStateBytes
    case .health: return settings.healthBytes
    default: return 0
    }
  }

  /// Answers it, or has it planned and rendered.
  public func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    let head = request.head
    guard let (route, words) = Route.of(head.path) else { return }
    let needsKey = route.needsKey(for: head.method)
    let known = needsKey ? client(head) : nil
    // Keys may have been exchanged since it was let in.
    if needsKey, keys.access.count > 0, known == nil {
      return exchange.answer(Problem([.noKey()]).answer)
    }
    let client = known ?? ""
    if !client.isEmpty { exchange.tag("key", client) }
    if let trace = head.traceID { exchange.tag("trace", trace) }
    switch route {
    case .alive: exchange.answer(.text(200, "alive\n"))
    case .ready: exchange.answer(readiness)
    case .page, .openAPI, .devices, .themes, .templates, .motions, .schema:
      exchange.answer(documents[route]?.answer(head) ?? Problem(404, [.noSuchAddress()]).answer)
    case .render: rendering.handle(request, for: client, exchange)
    case .photos:
      keeping.run(
        for: client, { [self] in keepPhoto(request, for: client, exchange) },
        orElse: { exchange.answer(Problem([.overloaded()]).answer) })
    case .photo: erasePhoto(words[0], for: client, exchange)
    case .film: films.handle(words, head, for: client, exchange)
    case .picture: addresses.handle(words, head, for: client, exchange)
    case .people: people.add(request, for: client, exchange)
    case .person: people.erase(words[0], for: client, exchange)
    case .own where head.method == "PUT": people.putOwn(words[0], request, exchange)
    case .own: people.own(words[0], head, exchange)
    case .content: people.putContent(words[0], request, exchange)
    case .challenge where head.method == "PUT": people.putChallenge(words[0], request, exchange)
    case .challenge: people.challenge(words[0], head, exchange)
    case .health: people.putHealth(words[0], request, exchange)
    case .flow: people.playFlow(words, head, exchange)
    case .flowState where head.method == "PUT": people.putFlowState(words, request, exchange)
    case .flowState: people.flowState(words, head, exchange)
    case .shown: people.show(words, head, exchange)
    case .metrics: exchange.answer(Problem(404, [.noSuchAddress()]).answer)
    }
  }

  /// What the server itself refuses, as a problem document.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
    switch reason {
    case .ambiguous(let why): Problem([.invalidRequest(why)]).answer
    case .headTooLarge: Problem(431, [.headTooLarge(settings.http.headBytes)]).answer
    case .unknownVersion: Problem(505, [.unknownVersion()]).answer
    case .tooLarge(let most): Problem([.bodyTooLarge(most)]).answer
    case .overloaded: Problem(503, [.noRoomForBodies()], retryAfter: 1).answer
    case .crowded: Problem(503, [.noRoomForConnections()], retryAfter: 1).answer
    }
  }

  /// Counts it, and writes it down.
  public func over(_ record: HTTPRecord) {
    let route = record.head.flatMap { Route.of($0.path) }?.route.rawValue ?? "other"
    metrics.hear(record, route: route)
    log?.write(record, route: route)
  }

  /// The name of the key that a request shows.
  private func client(_ head: HTTPHead) -> String? {
    keys.access.name(head.header("authorization"))
  }

  private var readiness: HTTPAnswer {
    if isEnding.withLock({ $0 }) { return Problem([.stopping()]).answer }
    if let failure = desk.failure ?? canary.failure ?? store.failure {
      return Problem(503, [failure], retryAfter: 1).answer
    }
    return .text(200, "ready\n")
  }

  private func erasePhoto(_ name: String, for client: String, _ exchange: HTTPExchange) {
    keeping.run(
      for: client,
      { [self] in
        do throws(RenderError) {
          let wasThere = try photos.erase(name, of: client)
          exchange.answer(wasThere ? .nothing : Problem([.noSuchAddress()]).answer)
        } catch {
          exchange.answer(Problem([error]).answer)
        }
      },
      orElse: { exchange.answer(Problem([.overloaded()]).answer) })
  }

  private func keepPhoto(_ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    do throws(RenderError) {
      let name = try photos.keep(request.body, for: client)
      let answer: JSONValue = ["photo": .string(name)]
      exchange.answer(
        HTTPAnswer(201, type: "application/json", answer.text(pretty: true) + "\n"))
    } catch {
      exchange.answer(Problem([error]).answer)
    }
  }
}
