internal import SourceJSON

/// A message that a ``Fetcher`` sends with POST.
package struct SentMessage: Hashable, Sendable {
  /// A header of the request.
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String

    /// Creates a header; returns nil for an invalid name or value, and for headers that only the
    /// fetcher may set.
    package init?(_ name: String, _ value: String) {
      guard FetchHeader.isName(name), !Header.reserved.contains(name.lowercased()),
        FetchHeader.isValid(value)
      else { return nil }
      (self.name, self.value) = (name, value)
    }

    /// The headers that describe the connection or the length of the message.
    private static let reserved: Set<String> = [
      "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te",
      "trailer", "keep-alive", "proxy-connection", "accept", "user-agent",
    ]

    /// The header as a line of a request.
    package var line: String { "\(name): \(value)" }
  }

  /// The headers, which include the media type of the body.
  package let headers: [Header]
  /// The body, which contains no NUL characters.
  package let body: String

  /// The maximum size of a body in bytes.
  package static let mostBytes = 64 << 10
  /// The maximum size of a body with traces in bytes.
  package static let mostTraceBytes = 512 << 10
  /// The maximum number of headers.
  package static let mostHeaders = 12

  /// Creates a message; returns nil if the body is too large or there are too many headers.
  package init?(_ headers: [Header], body: String, mostBytes: Int = SentMessage.mostBytes) {
    guard headers.count <= SentMessage.mostHeaders, body.utf8.count <= mostBytes,
      !body.utf8.contains(0)
    else { return nil }
    (self.headers, self.body) = (headers, body)
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  init?(_ node: JSONNode) {
    guard let body = node["body"]?.string, let written = node["headers"]?.elements else {
      return nil
    }
    let headers = written.compactMap { header in
      header["name"]?.string.flatMap { name in
        header["value"]?.string.flatMap { Header(name, $0) }
      }
    }
    guard headers.count == written.count else { return nil }
    self.init(headers, body: body, mostBytes: SentMessage.mostTraceBytes)
  }

  var json: JSONValue {
    [
      "body": .string(body),
      "headers": .array(
        headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
    ]
  }
}
