import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `POST /v1/render`: returns pictures, or their addresses.
struct RenderEndpoint: Sendable {
  let settings: ServiceSettings
  let planner: RenderPlanner
  let uploads: Uploads
  let remote: RemotePhotos
  let pictures: PictureKeeper
  let requests: KeptRequests
  let replies: KeptReplies
  let planning: PlanningThread
  let packing: PlanningThread

  /// A render request of a client.
  private struct Asked: Sendable {
    let client: String
    let began: SuspendingClock.Instant
    let exchange: HTTPExchange
    /// Lifetime of the addresses in seconds, or `nil` to return the pictures themselves.
    let lifetime: Int?
    /// The key with which the response is stored; only addresses have one.
    var key: KeptReplies.Key?
  }

  func handle(_ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    let asked: Asked
    do throws(RenderError) {
      let lifetime = try lifetime(request.head)
      asked = Asked(
        client: client, began: SuspendingClock().now, exchange: exchange, lifetime: lifetime,
        key: lifetime == nil ? nil : try replies.key(of: request, for: client))
    } catch {
      return exchange.answer(Problem([error]).answer)
    }
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      if let key = asked.key, let known = try replies.find(key) {
        return exchange.answer(known)
      }
      render(request, asked)
    }
  }

  /// Returns the lifetime from `Prefer: return=representation; lifetime=SECONDS`, capped at the
  /// operator's maximum.
  ///
  /// Invalid preferences are normally ignored (RFC 7240, 2). However, this preference decides
  /// between a picture and an address that others can use for a month, so an invalid value is an
  /// error.
  private func lifetime(_ head: HTTPHead) throws(RenderError) -> Int? {
    let preferences = Preferences(head)
    guard !preferences.broken.contains("return") else { throw .brokenPreference() }
    guard let preference = preferences["return"], preference.value == "representation"
    else { return nil }
    guard let wish = preference.parameters["lifetime"] else { return settings.addressLifetime }
    let isNumber = !wish.isEmpty && wish.utf8.allSatisfy { (0x30...0x39).contains($0) }
    // A number that is too large for Int is also capped.
    guard isNumber, Int(wish) != 0 else { throw .noLifetime(wish) }
    return min(Int(wish) ?? .max, settings.addressLifetime)
  }

  private func render(_ request: HTTPRequest, _ asked: Asked) {
    guard SuspendingClock().now - asked.began <= settings.deadline else {
      return asked.exchange.answer(Problem([.tooLate(settings.deadline)]).answer)
    }
    let root: JSONNode
    let isWhole: Bool
    do throws(RenderError) {
      let body = try RequestBody(
        request, uploads: uploads, planner: planner, client: asked.client)
      // The body counts toward the memory limit while the request waits.
      asked.exchange.holdBody(body.byteCount)
      (root, isWhole) = (body.root, body.isWhole)
    } catch {
      return asked.exchange.answer(Problem([error]).answer)
    }
    guard RemotePhotos.areNamed(in: root) else { return plan(root, asked, isWhole) }
    let ended: @Sendable (Result<JSONNode, RenderError>) -> Void = asked.exchange.beginFetch(true)
    remote.replace(in: root, for: asked.client, since: asked.began) { result in
      ended(result)
      switch result {
      case .failure(let error): asked.exchange.answer(Problem([error]).answer)
      case .success(let found):
        planning.run(for: Turn(asked.client), answering: asked.exchange) {
          plan(found, asked, isWhole)
        }
      }
    }
  }

  private func plan(_ root: JSONNode, _ asked: Asked, _ isWhole: Bool) {
    guard SuspendingClock().now - asked.began <= settings.deadline else {
      return asked.exchange.answer(Problem([.tooLate(settings.deadline)]).answer)
    }
    switch planner.plan(root, for: asked.client, isBody: isWhole) {
    case .failure(let mistakes): asked.exchange.answer(Problem(mistakes.all).answer)
    case .success(let planned):
      asked.exchange.tag(
        "device", planned.count == 1 ? planned[0].device : "\(planned.count) devices")
      if let key = asked.key, let lifetime = asked.lifetime {
        return answerOnce(key, planned, of: root, lifetime, asked)
      }
      switch (planned.count == 1, asked.lifetime) {
      case (true, nil): answerPicture(planned[0], asked)
      case (true, let lifetime?): answerAddress(planned[0], of: root, lifetime, asked)
      case (false, nil): answerArchive(planned, asked)
      case (false, let lifetime?): answerAddresses(planned, of: root, lifetime, asked)
      }
    }
  }

  private func make(
    _ planned: PlannedPicture, _ asked: Asked,
    completion: @escaping @Sendable (Result<MadePicture, RenderError>) -> Void
  ) {
    pictures.make(
      planned, keeps: asked.lifetime != nil, for: Turn(asked.client), since: asked.began,
      recordingIn: asked.exchange, whenLeft: asked.exchange.whenLeft, completion: completion)
  }

  private func answerPicture(_ planned: PlannedPicture, _ asked: Asked) {
    make(planned, asked) { result in
      switch result {
      case .failure(let error): asked.exchange.answer(Problem([error]).answer)
      case .success(let made):
        let headers = [
          HTTPHeader("ETag", "\"\(made.tag)\""), HTTPHeader("Cache-Control", "no-store"),
        ]
        asked.exchange.answer(HTTPAnswer(200, headers + made.headers, .file(made.bytes)))
      }
    }
  }

  /// Renders the picture before sending its address, so that any error is reported to the client
  /// that asked for the address.
  private func answerAddress(
    _ planned: PlannedPicture, of root: JSONNode, _ lifetime: Int, _ asked: Asked
  ) {
    do throws(RenderError) {
      let kept = try requests.keep(
        [planned], of: root, for: asked.client, lifetime: lifetime)[0]
      make(planned, asked) { result in
        switch result {
        case .failure(let error):
          release(kept.address, asked)
          asked.exchange.answer(Problem([error]).answer)
        case .success(let made): asked.exchange.answer(answer(made, kept))
        }
      }
    } catch {
      asked.exchange.answer(Problem([error]).answer)
    }
  }

  private func answer(
    _ made: MadePicture, _ kept: (address: PictureAddress, path: String)
  ) -> HTTPAnswer {
    let path = settings.publicAddress + kept.path
    let text = JSONValue.object(made.members(path, kept.address)).text(pretty: true) + "\n"
    var answer = HTTPAnswer(201, type: "application/json", text)
    answer.headers += [
      HTTPHeader("Location", path), HTTPHeader("Cache-Control", "no-store"),
      HTTPHeader("Preference-Applied", "return=representation"),
    ]
    return answer
  }

  /// Releases an address that was not sent, so that its stored request and photo do not take up
  /// space.
  private func release(_ address: PictureAddress, _ asked: Asked) {
    planning.run(for: asked.client, { try? requests.release(address) }, orElse: {})
  }

  /// Responds with an archive of all pictures or, if any picture failed, with all errors.
  private func answerArchive(_ planned: [PlannedPicture], _ asked: Asked) {
    let gathered = GatheredPictures(planned.count) { [packing] results in
      packing.run(for: Turn(asked.client), answering: asked.exchange) {
        asked.exchange.answer(PictureArchive.answer(results))
      }
    }
    for (index, one) in planned.enumerated() {
      make(one, asked) { gathered.add($0.mapError { $0.of(one.device) }, at: index) }
    }
  }

  /// Responds with a stream of lines, one for each picture, sent as soon as the picture is
  /// finished.
  private func answerAddresses(
    _ planned: [PlannedPicture], of root: JSONNode, _ lifetime: Int, _ asked: Asked
  ) {
    let kept: [(address: PictureAddress, path: String)]
    do throws(RenderError) {
      kept = try requests.keep(planned, of: root, for: asked.client, lifetime: lifetime)
    } catch {
      return asked.exchange.answer(Problem([error]).answer)
    }
    let stream = HTTPStream()
    asked.exchange.answer(HTTPAnswer(200, RenderEndpoint.headersOfLines, .stream(stream)))
    let gathered = GatheredPictures(planned.count) { _ in stream.end() }
    for (index, one) in planned.enumerated() {
      make(one, asked) { result in
        if case .failure(let error) = result {
          asked.exchange.report(error.code)
          release(kept[index].address, asked)
        }
        stream.write(line(result, of: one, kept[index]))
        gathered.add(result, at: index)
      }
    }
  }

  private static let headersOfLines = [
    HTTPHeader("Content-Type", "application/jsonl"), HTTPHeader("Cache-Control", "no-store"),
    HTTPHeader("Preference-Applied", "return=representation"),
  ]

  private func line(
    _ result: Result<MadePicture, RenderError>, of planned: PlannedPicture,
    _ kept: (address: PictureAddress, path: String)?
  ) -> [UInt8] {
    var members: [String: JSONValue] = [:]
    switch result {
    case .success(let made):
      if let kept { members = made.members(settings.publicAddress + kept.path, kept.address) }
    case .failure(let error):
      members = ["errors": .array(Problem([error]).errors.map(\.json))]
    }
    members["device"] = .string(planned.device)
    return Array((JSONValue.object(members).text(pretty: false) + "\n").utf8)
  }

  /// Renders the pictures, and then stores their addresses and the response in one transaction, so
  /// that a repeated request creates no addresses.
  private func answerOnce(
    _ key: KeptReplies.Key, _ planned: [PlannedPicture], of root: JSONNode, _ lifetime: Int,
    _ asked: Asked
  ) {
    let gathered = GatheredPictures(planned.count) { results in
      planning.run(for: Turn(asked.client), answering: asked.exchange) {
        () throws(RenderError) in
        let done = zip(planned, results).filter { (try? $1.get()) != nil }.map(\.0)
        let reply = try replies.keep(for: key, isStored: done.count == planned.count) {
          (database) throws(RenderError) in
          var kept = try requests.keep(
            done, of: root, for: asked.client, lifetime: lifetime, in: database)[...]
          if planned.count == 1, let one = kept.first, let made = try? results[0].get() {
            return KeptReplies.Created(answer(made, one))
          }
          let lines = zip(planned, results).flatMap { planned, result in
            line(result, of: planned, (try? result.get()) == nil ? nil : kept.popFirst())
          }
          return KeptReplies.Created(
            HTTPAnswer(200, RenderEndpoint.headersOfLines, .bytes(lines)))
        }
        asked.exchange.answer(reply)
      }
    }
    for (index, one) in planned.enumerated() {
      make(one, asked) { result in
        if planned.count == 1, case .failure(let error) = result {
          return asked.exchange.answer(Problem([error]).answer)
        }
        gathered.add(result, at: index)
      }
    }
  }
}

extension MadePicture {
  /// The JSON members of a response that contains an address.
  fileprivate func members(_ path: String, _ address: PictureAddress) -> [String: JSONValue] {
    [
      "address": .string(path), "expires": .string(address.expires.description),
      "receipt": receipt,
    ]
  }
}

extension RenderError {
  fileprivate static func noLifetime(_ text: String) -> RenderError {
    RenderError(
      .invalidRequest, "'\(text.prefix(40))' is not a valid lifetime",
      hint: "write seconds: Prefer: return=representation; lifetime=86400")
  }

  fileprivate static func brokenPreference() -> RenderError {
    RenderError(
      .invalidRequest, "the preference 'return' in the header 'Prefer' is invalid",
      hint: "write Prefer: return=representation; lifetime=86400")
  }

  /// Returns the error with the device as its subject, unless it already has a subject.
  fileprivate func of(_ device: String) -> RenderError {
    var error = self
    error.subject = error.subject ?? device
    return error
  }
}
