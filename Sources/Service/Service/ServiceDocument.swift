import Digests
import HTTP
import SourceJSON
import WallfarmPluginKit

/// What never changes as long as the service runs.
struct ServiceDocument {
  private let file: MemoryFile
  private let tag: String
  private let headers: [HTTPHeader]

  init(_ value: JSONValue) throws(RenderError) {
    let bytes = Array((value.text(pretty: true) + "\n").utf8)
    file = try MemoryFile("wallfarm document", bytes)
    tag = "\"\(SHA256.hex(of: bytes).prefix(32))\""
    headers = [
      HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-cache"),
      HTTPHeader("Content-Type", "application/json"),
    ]
  }

  init(_ page: ServicePage) throws(RenderError) {
    file = try MemoryFile("wallfarm page", page.bytes)
    (tag, headers) = (page.tag, page.headers)
  }

  /// All there are, by their routes.
  ///
  /// - Parameters:
  ///   - lists: devices, themes, templates and the schema of requests, by the last word of their address.
  ///   - hasKeys: whether clients need one.
  ///   - fetchesPhotos: whether photos are fetched from elsewhere.
  /// - Returns: them.
  /// - Throws: `output-failed` where there is no memory for one.
  static func all(
    _ lists: [String: JSONValue], hasKeys: Bool, fetchesPhotos: Bool
  ) throws(RenderError) -> [Route: ServiceDocument] {
    var documents: [Route: ServiceDocument] = [:]
    for (name, value) in lists {
      guard let route = Route(rawValue: "/v1/" + name) else { continue }
      documents[route] = try ServiceDocument(value)
    }
    documents[.page] = try ServiceDocument(.shipped)
    documents[.openAPI] = try ServiceDocument(
      OpenAPI.document(OpenAPI.Facts(lists, hasKeys: hasKeys, fetchesPhotos: fetchesPhotos)))
    return documents
  }

  /// The document, or that the client has it.
  func answer(_ head: HTTPHead) -> HTTPAnswer {
    guard head.matches(tag) else { return HTTPAnswer(200, headers, .file(file)) }
    return HTTPAnswer(304, headers.filter { $0.name != "Content-Type" })
  }
}

extension OpenAPI.Facts {
  /// Takes them from what clients can list.
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
