/// What stands before the body of a request.
public struct HTTPHead: Sendable, Hashable {
  /// As it was written, such as `GET`.
  public let method: String
  /// What it asks for up to a question mark; nothing of it is decoded.
  public let path: String
  /// What stands behind the question mark; nil without one.
  public let query: String?
  /// Such as `HTTP/1.1`.
  public let version: String
  /// Every header in its order, the names in lower case.
  public let headers: [HTTPHeader]

  /// Makes a head; the target is path and query as they stand in the first line, headers have names in any case.
  public init(
    method: String, target: String, version: String = "HTTP/1.1", headers: [HTTPHeader] = []
  ) {
    (self.method, self.version) = (method, version)
    let target = HTTPHead.withoutAuthority(target)
    let mark = target.firstIndex(of: "?")
    path = String(target[..<(mark ?? target.endIndex)])
    query = mark.map { String(target[target.index(after: $0)...]) }
    self.headers = headers.map { HTTPHeader($0.name.lowercased(), $0.value) }
  }

  /// What a proxy is asked names the server too: `http://a/b` (RFC 9112, 3.2.2).
  private static func withoutAuthority(_ target: String) -> String {
    guard target.lowercased().hasPrefix("http://") else { return target }
    let rest = target.dropFirst(7)
    return rest.firstIndex { $0 == "/" || $0 == "?" }.map { String(rest[$0...]) } ?? "/"
  }

  /// The value of a header; nil where it is not there, or more than once.
  public func header(_ name: String) -> String? {
    let found = headers.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  /// How many bytes its body has; nil where it has a body of unknown length, or none.
  public var contentLength: Int? { header("content-length").flatMap { Int($0) } }

  /// Whether it has a body.
  public var hasBody: Bool {
    headers.contains { $0.name == "transfer-encoding" } || (contentLength ?? 0) > 0
  }

  /// What makes two servers read it in different ways, so that one answers what the other has let pass
  /// (RFC 9112, 3.2 and 6.3); nil for a sound one.
  public var ambiguity: String? {
    if headers.contains(where: { $0.name.isEmpty || !$0.name.utf8.allSatisfy(FieldScanner.isToken) }
    ) {
      return "a header has no name"
    }
    let lengths = headers.filter { $0.name == "content-length" }
    let codings = headers.filter { $0.name == "transfer-encoding" }
    if !lengths.isEmpty, !codings.isEmpty { return "it has both a length and a transfer coding" }
    if lengths.count > 1 { return "it has two lengths" }
    if let length = lengths.first?.value,
      length.isEmpty || !length.utf8.allSatisfy({ (48...57).contains($0) }) || Int(length) == nil
    {
      return "its length is no number"
    }
    if codings.count > 1 || codings.first.map({ $0.value.lowercased() != "chunked" }) == true {
      return "its transfer coding is not 'chunked'"
    }
    let hosts = headers.count { $0.name == "host" }
    if hosts > 1 || (hosts == 0 && version != "HTTP/1.0") { return "it has none or several hosts" }
    return nil
  }
}

/// A header of a request or an answer.
public struct HTTPHeader: Sendable, Hashable {
  /// Its name.
  public let name: String
  /// Its value, without blanks around it.
  public let value: String

  /// Makes a header.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A request with all of its body.
public struct HTTPRequest: Sendable {
  /// What stands before the body.
  public let head: HTTPHead
  /// The body; empty where there is none.
  public let body: [UInt8]

  /// Makes a request.
  public init(_ head: HTTPHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}
