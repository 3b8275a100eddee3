import Digests
import HTTP
import SourceJSON
import WallfarmPluginKit

/// A document that does not change while the service runs.
struct ServiceDocument {
  private let file: CompressedFile

  init(_ value: JSONValue) throws(RenderError) {
    let bytes = Array((value.text(pretty: true) + "\n").utf8)
    file = try CompressedFile(
      bytes, named: "wallfarm document", tag: String(SHA256.hex(of: bytes).prefix(32)),
      headers: [
        HTTPHeader("Cache-Control", "no-cache"), HTTPHeader("Content-Type", "application/json"),
      ])
  }

  init(_ page: ServicePage) throws(RenderError) {
    file = try CompressedFile(
      page.bytes, named: "wallfarm page", tag: page.tag, headers: page.headers)
  }

  /// Returns all documents by route.
  ///
  /// - Parameters:
  ///   - lists: The lists of devices, themes, templates and films, and the request schema; the key
  ///     of each is the last component of its address.
  ///   - hasKeys: Whether clients need a key.
  ///   - fetchesPhotos: Whether photos are fetched from other hosts.
  /// - Returns: The documents.
  /// - Throws: `output-failed` if there is not enough memory.
  static func all(
    _ lists: [String: JSONValue], hasKeys: Bool, fetchesPhotos: Bool
  ) throws(RenderError) -> [Route: ServiceDocument] {
    var documents: [Route: ServiceDocument] = [:]
    for (name, value) in lists {
      guard let route = Route(rawValue: "/v1/" + name) else { continue }
      documents[route] = try ServiceDocument(value)
    }
    documents[.page] = try ServiceDocument(.shipped)
    documents[.screens] = try ServiceDocument(.screens)
    documents[.openAPI] = try ServiceDocument(
      OpenAPI.document(OpenAPI.Facts(lists, hasKeys: hasKeys, fetchesPhotos: fetchesPhotos)))
    return documents
  }

  /// Returns the document, or a 304 response if the client already has it.
  func answer(_ head: HTTPHead) -> HTTPAnswer { file.answer(head) }
}

extension OpenAPI.Facts {
  /// Derives the facts from the lists that clients can request.
  fileprivate init(_ lists: [String: JSONValue], hasKeys: Bool, fetchesPhotos: Bool) {
    func texts(_ list: String, _ key: String) -> [String] {
      guard case .array(let rows)? = lists[list] else { return [] }
      return rows.compactMap { row in
        guard case .object(let members) = row, case .string(let text)? = members[key] else {
          return nil
        }
        return text
      }
    }
    self.init(
      devices: texts("devices", "id"), templates: texts("templates", "name"),
      themes: texts("themes", "name"), hasKeys: hasKeys, fetchesPhotos: fetchesPhotos)
  }
}
