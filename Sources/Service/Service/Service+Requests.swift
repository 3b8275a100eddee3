public import HTTP
internal import Synchronization
import WallfarmPluginKit

/// Admits and dispatches requests.
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
    if route.hasToken, !["GET", "HEAD"].contains(head.method),
      head.isFromOtherSite(than: settings.publicAddress)
    {
      return .refused(Problem([.otherPage()]).answer)
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
    case .ownPhotos: return min(photo, PhotoAllowance.mostPhotoBytes)
    case .links: return PeopleEndpoint.mostLinkBytes
    case .fonts: return min(RenderPlanner.mostFontBytes, settings.photoBytes)
    case .themes: return UploadKind.mostThemeBytes
    case .render where head.header("content-type").map(MultipartBody.isOne) == true:
      return settings.requestBytes + photo
    case .render, .people, .person, .content, .own, .challenge, .agents, .preview:
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
    case .appPage: people.showApp(words[0], PersonApp.page, head, exchange)
    case .appWorker: people.showApp(words[0], PersonApp.worker, head, exchange)
    case .appManifest: people.showApp(words[0], PersonApp.manifest, head, exchange)
    case .appFile: people.showAppFile(words[0], head, exchange)
    case .preview: people.preview(words[0], request, exchange)
    case .ownPhotos: people.keepPhoto(words[0], request, exchange, by: uploading)
    case .ownPhoto: people.photo(words[0], words[1], exchange)
    case .links where head.method == "POST": people.addLink(words[0], request, exchange)
    case .links: people.links(words[0], exchange)
    case .link: people.revokeLink(words[0], words[1], exchange)
    case .export: people.export(words[0], head, exchange)
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
