import Challenge
import Digests
import Graphics
import HTTP
import Requests
import SourceJSON
import WallfarmPluginKit

/// The photos of a person.
extension PeopleEndpoint {
  /// `PUT /p/{token}/photos`: stores a photo for the client that created the person.
  func keepPhoto(
    _ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange,
    by uploading: UploadEndpoint
  ) {
    guard app != nil else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    attempt(by: token, exchange) { (_) throws(RenderError) in
      let kept = try open(token, .write)
      let wait = allowance.take(request.body.count, of: kept.id, at: SuspendingClock().now)
      guard let wait else {
        return uploading.keep(.photo, request, for: kept.client, exchange)
      }
      exchange.answer(Problem(429, [.tooManyPhotos(wait)], retryAfter: wait).answer)
    }
  }

  /// `GET /p/{token}/photos/{name}`: returns a photo that the person uses.
  func photo(_ token: String, _ name: String, _ exchange: HTTPExchange) {
    runInApp(token, exchange) { (kept) throws(RenderError) in
      guard let digest = UploadName.digest(name), kept.person.digests.contains(digest),
        let bytes = try photoBytes(name, of: kept.client)
      else { throw .noSuchAddress() }
      return HTTPAnswer(
        200,
        [
          // The type is not revealed, so that no browser runs the file.
          HTTPHeader("Content-Type", "application/octet-stream"),
          HTTPHeader("X-Content-Type-Options", "nosniff"),
          HTTPHeader("Cache-Control", "private, max-age=86400, immutable"),
        ], .bytes(bytes))
    }
  }

  private func photoBytes(_ name: String, of client: String) throws(RenderError) -> [UInt8]? {
    do throws(RenderError) {
      let bytes = try planner.uploads.photo(name, of: client).bytes()
      // Fonts and themes belong to the client.
      guard let format = PhotoFormat(bytes), format != .svg else { return nil }
      return bytes
    } catch  where error.code == .photoUnreadable {
      return nil
    }
  }
}

/// `GET /p/{token}/export`: returns everything that is stored for a person as one file.
extension PeopleEndpoint {
  func export(_ token: String, _ head: HTTPHead, _ exchange: HTTPExchange) {
    guard app != nil else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    findOwner(of: token, exchange) { turn in
      // Exports wait for each other, because each can be large.
      exporting.run(for: turn, answering: exchange) { () throws(RenderError) in
        let kept = try open(token, .write)
        let headers = [
          HTTPHeader("Content-Type", "application/json"), HTTPHeader("Cache-Control", "no-store"),
          HTTPHeader("Content-Disposition", "attachment; filename=\"wallfarm.json\""),
        ]
        guard head.method == "GET" else {
          return exchange.answer(HTTPAnswer(200, headers, .unsent))
        }
        exchange.answer(HTTPAnswer(200, headers, .file(try exported(kept))))
      }
    }
  }

  /// Writes the file; one photo at a time is in the memory of the service.
  private func exported(_ kept: KeptPeople.Kept) throws(RenderError) -> MemoryFile {
    var facts = try facts(of: kept, try people.sources.presents(of: kept.id))
    let links = try people.links(of: kept).map { (link) -> JSONValue in
      [
        "kind": link.kind == .read ? "read" : "write", "label": .string(link.label),
        "created": link.created.map { .string($0.description) } ?? .null,
      ]
    }
    facts["links"] = .array(links)
    let text = JSONValue.object(facts).text(pretty: true)
    return try MemoryFile("wallfarm export") { (file: MemoryFile.Writer) throws(RenderError) in
      func write(_ text: String) throws(RenderError) { try file.write(Array(text.utf8)) }
      // The photos are the last member of the object.
      try write(String(text.dropLast(2)) + ",\n  \"photos\": {")
      var isFirst = true
      for name in kept.person.digests.sorted().map(UploadName.name) {
        guard let bytes = try photoBytes(name, of: kept.client) else { continue }
        try write((isFirst ? "\n" : ",\n") + "    \"\(name)\": \"\(Base64.text(of: bytes))\"")
        isFirst = false
      }
      try write("\n  }\n}\n")
    }
  }
}

extension RenderError {
  fileprivate static func tooManyPhotos(_ wait: Int) -> RenderError {
    RenderError(
      .rateLimited,
      "more than \(PhotoAllowance.mostPhotos) photos, or more than "
        + "\(PhotoAllowance.mostBytes >> 20) MiB, were uploaded within an hour",
      hint: "try again in \(wait) seconds")
  }
}

extension Person {
  /// Digests of all files that are stored for the person.
  fileprivate var digests: Set<String> { uploadDigests.union(photoDigestsOfStates) }
}
