import Files
import HTTP
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `GET`, `POST` and `DELETE /p/{token}/links`: the links to a person.
extension PeopleEndpoint {
  /// Maximum size of a request for a link in bytes.
  static let mostLinkBytes = 4096

  /// `GET /p/{token}/links`: returns the links.
  func links(_ token: String, _ exchange: HTTPExchange) {
    runInApp(token, exchange) { (kept) throws(RenderError) in
      let links = try people.links(of: kept).map { shown($0, token) }
      return .document(200, ["links": .array(links)])
    }
  }

  /// `POST /p/{token}/links`: creates a link.
  func addLink(_ token: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
    runInApp(token, exchange) { (kept) throws(RenderError) in
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      try Person.document.check(root, has: ["kind", "label"])
      let kinds = ["read": KeptPeople.Token.Kind.read, "write": .write]
      guard let name = root["kind"]?.string, let kind = kinds[name] else {
        throw Person.document.error(
          "'kind' is missing or not 'read' or 'write'", root["kind"]?.place ?? root.place,
          "write \"read\" for the address of pictures, or \"write\" for the app")
      }
      let label = root["label"]
      guard let text = label.map({ $0.string }) ?? "", text.utf8.count <= KeptPeople.mostLabelBytes
      else {
        throw Person.document.error(
          "'label' is not a string of at most \(KeptPeople.mostLabelBytes) bytes",
          label?.place ?? root.place, "write a short name, such as \"iPad\"")
      }
      let link = try people.addLink(kind, label: text, to: kept, now: answers.clock.read())
      guard let link else { throw .noSuchAddress() }
      return .document(201, shown(link, token))
    }
  }

  /// `DELETE /p/{token}/links/{id}`: revokes a link.
  func revokeLink(_ token: String, _ id: String, _ exchange: HTTPExchange) {
    runInApp(token, exchange) { (kept) throws(RenderError) in
      switch try people.revoke(id, of: kept) {
      case .done:
        // The holder of the link must not receive pictures from memory.
        if KeptPeople.linkID(kept.reader) == id { revokedReaders.insert(kept.reader) }
        return .nothing
      case .unknown: throw .noSuchAddress()
      case .last: throw .lastLink()
      }
    }
  }

  /// Runs a closure with the person of a write token if the service offers the app.
  func runInApp(
    _ token: String, _ exchange: HTTPExchange,
    _ body: @escaping @Sendable (KeptPeople.Kept) throws(RenderError) -> HTTPAnswer
  ) {
    guard app != nil else { return exchange.answer(Problem([.noSuchAddress()]).answer) }
    run(by: token, exchange) { () throws(RenderError) in try body(try open(token, .write)) }
  }

  private func shown(_ link: KeptPeople.Link, _ token: String) -> JSONValue {
    let current = KeptPeople.Token(token).map { KeptPeople.linkID($0.name) }
    let path = link.kind == .write ? "/" : ""
    return [
      "id": .string(link.id), "kind": link.kind == .read ? "read" : "write",
      "label": .string(link.label),
      "created": link.created.map { .string($0.description) } ?? .null,
      "current": .bool(link.id == current),
      "address": link.token.map { .string(settings.publicAddress + "/p/" + $0.text + path) }
        ?? .null,
    ]
  }
}
