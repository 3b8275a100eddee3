public import Designs
internal import Digests
public import HTTP
internal import RenderFarm
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
  private let planner: RenderPlanner
  private let desk: RenderDesk
  private let photos: PhotoShelf
  private let canary: Canary
  private let documents: [Route: Document]
  private let log: AccessLog?
  private let planning: PlanningThread
  private let keeping: PlanningThread
  let metrics = ServiceMetrics()
  private let isEnding = Mutex(false)
  /// How many clients and requests there are; set by what listens.
  private let load = Mutex<@Sendable () -> (clients: Int, requests: Int)>({ (0, 0) })

  /// What never changes as long as the service runs.
  private struct Document {
    let bytes: [UInt8]
    let tag: String

    init(_ value: JSONValue) {
      bytes = Array((value.text(pretty: true) + "\n").utf8)
      tag = "\"\(SHA256.hex(of: bytes).prefix(32))\""
    }
  }

  /// Prepares to serve, and starts the workers.
  ///
  /// - Parameters:
  ///   - settings: how.
  ///   - installation: where templates, themes and fonts are.
  ///   - plugins: what templates may use.
  ///   - key: what notes enter fingerprints with; workers have the same, or none as well.
  ///   - lists: devices, themes, templates and the schema of requests, by the last word of their address.
  ///   - log: where each request is written down; nil for nowhere.
  /// - Throws: `fonts-missing`, `worker-crashed`, and what rendering throws where no picture can be made.
  public init(
    _ settings: ServiceSettings, installation: Installation, plugins: PluginRegistry,
    key: SecretKey?, lists: [String: JSONValue], log: AccessLog?
  ) throws(RenderError) {
    self.settings = settings
    self.log = log
    planning = PlanningThread("wallfarm planning", most: settings.mostWaiting)
    keeping = PlanningThread("wallfarm photos", most: 16)
    photos = PhotoShelf(mostBytes: settings.photoBytes)
    // Notes tell requests apart, also where no fingerprint has them.
    planner = try RenderPlanner(installation, plugins, key ?? .random(), photos)
    canary = try Canary(installation, plugins, key: key, interval: settings.canaryInterval)
    desk = try RenderDesk(settings, metrics)
    documents = Dictionary(
      uniqueKeysWithValues: lists.compactMap { name, value in
        Route(rawValue: "/v1/" + name).map { ($0, Document(value)) }
      })
  }

  /// What stands round the workers; nil until the first can be used.
  public var fence: WorkerFence.Report? { desk.fence }

  /// Why no worker can be started; nil where one can.
  public var failure: RenderError? { desk.failure }

  /// Hears how many clients and requests there are, for the figures.
  public func countLoad(_ count: @escaping @Sendable () -> (clients: Int, requests: Int)) {
    load.withLock { $0 = count }
  }

  /// Looks after what waits; to be called about once a second.
  public func lookAfter() {
    desk.lookAfter()
    canary.lookAfter(desk)
  }

  /// Says that it is about to end: readiness first, so that nobody sends new clients.
  public func announceEnd() { isEnding.withLock { $0 = true } }

  /// Begins no picture any more; whether some are still being made.
  public func drain() -> Bool {
    desk.drain()
    return desk.flights > 0
  }

  /// Ends the workers.
  public func end() { desk.end() }

  /// What clients are told that still wait when everything ends.
  public static var farewell: HTTPAnswer { Problem([.stopping()]).answer }

  /// The figures, in the text format of Prometheus.
  var figures: String {
    let load = load.withLock { $0 }()
    return metrics.text(
      ServiceMetrics.Present(
        connections: load.clients, requests: load.requests, waiting: desk.waiting,
        flights: desk.flights, photos: photos.bytes, pool: desk.poolState))
  }
}

extension Service: HTTPHandler {
  /// Whether there is such an address, and whether the client may ask it.
  public func admit(_ head: HTTPHead) -> Admission {
    guard let route = Route(rawValue: head.path), route != .metrics else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = route.refusal(of: head) { return .refused(refusal) }
    if settings.hostsAreLocal, let why = head.isFromElsewhere {
      return .refused(Problem([.otherSite(why)]).answer)
    }
    if route.needsKey, settings.keys.count > 0, client(head) == nil {
      return .refused(Problem([.noKey()]).answer)
    }
    return .admitted(
      mostBytes: route == .photos
        ? min(settings.photoSize, settings.photoBytes)
        : route == .render ? settings.requestBytes : 0)
  }

  /// Answers it, or has it planned and rendered.
  public func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    let head = request.head
    guard let route = Route(rawValue: head.path) else { return }
    let client = client(head) ?? ""
    if !client.isEmpty { exchange.tag("key", client) }
    if let trace = head.traceID { exchange.tag("trace", trace) }
    switch route {
    case .alive: exchange.answer(.text(200, "alive\n"))
    case .ready: exchange.answer(readiness)
    case .devices, .themes, .templates, .schema: exchange.answer(document(route, head))
    case .render:
      let began = SuspendingClock().now
      planning.run(
        for: client, { [self] in render(request, for: client, began, exchange) },
        orElse: { exchange.answer(Problem([.overloaded()]).answer) })
    case .photos:
      keeping.run(
        for: client, { [self] in keepPhoto(request, for: client, exchange) },
        orElse: { exchange.answer(Problem([.overloaded()]).answer) })
    case .metrics: exchange.answer(Problem(404, [.noSuchAddress()]).answer)
    }
  }

  /// What the server itself refuses, as a problem document.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
    switch reason {
    case .ambiguous(let why): Problem([.invalidRequest(why)]).answer
    case .tooLarge(let most): Problem([.bodyTooLarge(most)]).answer
    case .overloaded: Problem(503, [.noRoomForBodies()], retryAfter: 1).answer
    }
  }

  /// Counts it, and writes it down.
  public func over(_ record: HTTPRecord) {
    let route = record.head.flatMap { Route(rawValue: $0.path) }.map(\.rawValue) ?? "other"
    metrics.hear(record, route: route)
    log?.write(record, route: route)
  }

  /// The name of the key that a request shows.
  private func client(_ head: HTTPHead) -> String? {
    settings.keys.name(head.header("authorization"))
  }

  private var readiness: HTTPAnswer {
    if isEnding.withLock({ $0 }) { return Problem([.stopping()]).answer }
    if let failure = desk.failure ?? canary.failure {
      return Problem(503, [failure], retryAfter: 1).answer
    }
    return .text(200, "ready\n")
  }

  private func document(_ route: Route, _ head: HTTPHead) -> HTTPAnswer {
    guard let document = documents[route] else {
      return Problem(404, [.noSuchAddress()]).answer
    }
    let headers = [HTTPHeader("ETag", document.tag), HTTPHeader("Cache-Control", "no-cache")]
    if head.matches(document.tag) { return HTTPAnswer(304, headers) }
    return HTTPAnswer(
      200, headers + [HTTPHeader("Content-Type", "application/json")], .bytes(document.bytes))
  }

  private func render(
    _ request: HTTPRequest, for client: String, _ began: SuspendingClock.Instant,
    _ exchange: HTTPExchange
  ) {
    guard SuspendingClock().now - began <= settings.deadline else {
      return exchange.answer(Problem([.tooLate(settings.deadline)]).answer)
    }
    switch planner.plan(request.body, for: client) {
    case .failure(let mistakes): exchange.answer(Problem(mistakes.all).answer)
    case .success(let planned):
      exchange.forgetBody()
      exchange.tag("device", planned.order.affinity.device)
      let waiter = RenderDesk.Waiter(client: client, began: began) { result in
        switch result {
        case .failure(let error): exchange.answer(Problem([error]).answer)
        case .success(let rendered): exchange.answer(.picture(rendered, planned))
        }
      }
      desk.render(planned, for: waiter)
    }
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

/// Serves the figures alone, for an address of their own.
public final class FiguresHandler: HTTPHandler {
  private let service: Service

  /// Serves those of a service.
  public init(_ service: Service) { self.service = service }

  /// Whether it is for the figures.
  public func admit(_ head: HTTPHead) -> Admission {
    guard head.path == Route.metrics.rawValue else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = Route.metrics.refusal(of: head) { return .refused(refusal) }
    return .admitted(mostBytes: 0)
  }

  /// Answers with the figures.
  public func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    exchange.answer(HTTPAnswer(200, type: MetricsText.mediaType, service.figures))
  }

  /// What the server itself refuses, as a problem document.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { service.refusal(reason) }

  /// Those who read figures are not counted.
  public func over(_ record: HTTPRecord) {}
}
