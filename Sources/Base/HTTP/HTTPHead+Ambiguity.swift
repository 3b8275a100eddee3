extension HTTPHead {
  /// Headers that may appear only once, because two servers could otherwise use different values
  /// (RFC 9110, 5.3).
  private static let single: Set<String> = [
    "authorization", "content-length", "content-type", "expect", "host", "if-range", "origin",
    "range",
    "transfer-encoding",
  ]

  /// The reason why two servers could parse the head differently, or nil for a valid head.
  ///
  /// If a proxy and a server disagree about a request, request smuggling is possible (RFC 9112,
  /// 3.2, 6.3 and 11.2).
  public var ambiguity: String? { nameFault ?? lengthFault ?? hostFault ?? targetFault }

  private var nameFault: String? {
    var seen: Set<String> = []
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(FieldScanner.isToken) else {
        return "a header has no valid name"
      }
      if HTTPHead.single.contains(header.name), !seen.insert(header.name).inserted {
        return "it has two '\(header.name)' headers"
      }
    }
    return nil
  }

  private var lengthFault: String? {
    let length = header("content-length")
    let coding = header("transfer-encoding")
    if let length {
      if coding != nil { return "it has both Content-Length and Transfer-Encoding" }
      let isNumber = !length.isEmpty && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber, Int(length) != nil else { return "its Content-Length is not a valid number" }
    }
    guard let coding else { return nil }
    if coding.lowercased() != "chunked" { return "its transfer coding is not 'chunked'" }
    return version == "HTTP/1.0" ? "HTTP/1.0 does not support transfer codings" : nil
  }

  private var hostFault: String? {
    guard let host = header("host") else {
      return version == "HTTP/1.0" ? nil : "it has no Host header"
    }
    return Authority(host) == nil ? "its Host header is not a host name with an optional port" : nil
  }

  /// Accepts the origin form, the absolute form, and `*` for `OPTIONS` (RFC 9112, 3.2).
  private var targetFault: String? {
    if let targetAuthority {
      guard let named = Authority(targetAuthority), !named.host.isEmpty else {
        return "its target has no host"
      }
      if let host = header("host"), Authority(host) != named {
        return "its target and its Host header name different hosts"
      }
      return nil
    }
    if path.utf8.first == UInt8(ascii: "/") || (path == "*" && method == "OPTIONS") { return nil }
    return "its target is not a path"
  }
}
