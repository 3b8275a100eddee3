/// The head of a request: its request line and its headers.
public struct HTTPHead: Sendable, Hashable {
  /// The case-sensitive method, such as `GET`.
  public let method: String
  /// The part of the target before the question mark, without percent-decoding.
  public let path: String
  /// The part of the target after the question mark, or nil if there is no question mark.
  public let query: String?
  /// The version, such as `HTTP/1.1`.
  public let version: String
  /// All headers in order, with lowercase names.
  public let headers: [HTTPHeader]
  /// The authority of an absolute target, such as `a:80` in `http://a:80/b`, or nil for other
  /// targets.
  package let targetAuthority: String?

  /// Creates a head from a request target and from headers whose names may have any case.
  public init(
    method: String, target: String, version: String = "HTTP/1.1", headers: [HTTPHeader] = []
  ) {
    self.init(
      method, target, version,
      lowercased: headers.map { HTTPHeader($0.name.lowercased(), $0.value) })
  }

  /// Creates a head from headers with lowercase names.
  init(_ method: String, _ target: String, _ version: String, lowercased headers: [HTTPHeader]) {
    (self.method, self.version, self.headers) = (method, version, headers)
    let (authority, target) = HTTPHead.split(target)
    targetAuthority = authority
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      (path, query) = (String(target), nil)
      return
    }
    path = String(target[..<mark])
    query = String(target[target.utf8.index(after: mark)...])
  }

  /// Splits the authority from an absolute target such as `http://a/b` (RFC 9112, 3.2.2).
  private static func split(_ target: String) -> (authority: String?, rest: Substring) {
    guard target.utf8.first != UInt8(ascii: "/") else { return (nil, target[...]) }
    let lower = target.prefix(8).lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else {
      return (nil, target[...])
    }
    let rest = target.dropFirst(scheme.count)
    guard let end = rest.firstIndex(where: { "/?#".contains($0) }) else {
      return (String(rest), "/")
    }
    return (String(rest[..<end]), rest[end...])
  }

  /// The value of a header, or nil if it is missing or repeated.
  public func header(_ name: String) -> String? {
    var found: String?
    for header in headers where header.name == name {
      guard found == nil else { return nil }
      found = header.value
    }
    return found
  }

  /// The value of `Content-Length`, or nil if it is missing.
  public var contentLength: Int? { header("content-length").flatMap { Int($0) } }

  /// Whether the body uses the chunked transfer coding.
  package var isChunked: Bool { headers.contains { $0.name == "transfer-encoding" } }

  /// Whether the request has a nonempty or chunked body.
  public var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1).
  var expectsContinue: Bool {
    version != "HTTP/1.0" && header("expect")?.lowercased() == "100-continue"
  }

  /// Whether the client lets the connection stay open after the response (RFC 9112, 9.3).
  var keepsConnection: Bool {
    let options = headers.lazy.filter { $0.name == "connection" }.flatMap {
      $0.value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    }
    if options.contains("close") { return false }
    return version != "HTTP/1.0" || options.contains("keep-alive")
  }

  /// The requested host and port from `Host` or an absolute target, or nil if they are missing or
  /// invalid.
  public var authority: Authority? { (header("host") ?? targetAuthority).flatMap { Authority($0) } }
}

/// A header of a request or a response.
public struct HTTPHeader: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The value, without surrounding blanks.
  public let value: String

  /// Creates a header.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A request with its complete body.
public struct HTTPRequest: Sendable {
  /// The head.
  public let head: HTTPHead
  /// The body, possibly empty.
  public let body: [UInt8]

  /// Creates a request.
  public init(_ head: HTTPHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}
