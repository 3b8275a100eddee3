/// The URL of a collector of traces.
extension WebAddress {
  /// Parses the URL of a collector, which the operator chooses; returns nil if it is invalid.
  ///
  /// Unlike the URLs in requests, it can use `http`, and its host can be an IP address or a name
  /// without a dot. A URL without a path gets the default path of OTLP, `/v1/traces`.
  package init?(collector text: String) {
    let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count <= WebAddress.mostBytes,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) })
    else { return nil }
    let isSecure = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = String(rest.dropFirst(authority.count))
    guard let (host, port) = WebAddress.collector(authority) else { return nil }
    self.init(
      isSecure: isSecure, host: host, port: port ?? (isSecure ? 443 : 80),
      path: ["", "/"].contains(path) ? "/v1/traces" : path.hasPrefix("/") ? path : "/" + path)
  }

  /// Parses a host with an optional port: a name, an IPv4 address, or an IPv6 address in brackets.
  private static func collector(_ text: Substring) -> (host: String, port: Int?)? {
    var (name, rest) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
    let isBracketed = text.hasPrefix("[")
    if isBracketed {
      name = text.dropFirst().prefix { $0 != "]" }
      rest = text.dropFirst(name.count + 1)
      guard rest.hasPrefix("]") else { return nil }
      rest = rest.dropFirst()
    }
    let host = name.lowercased()
    let isAddress = NetworkAddress(host) != nil && host.contains(":") == isBracketed
    guard isAddress || !isBracketed && isName("\(host).x") else { return nil }
    guard !rest.isEmpty else { return (host, nil) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), let port = Int(digits), String(port) == digits,
      (1...65_535).contains(port)
    else { return nil }
    return (host, port)
  }
}
