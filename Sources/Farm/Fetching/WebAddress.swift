/// An `https` URL, parsed strictly so that every program agrees on its host.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the connection uses TLS; false only for ``init(collector:)``.
  package let isSecure: Bool
  /// The host name in lowercase, which is an IP address only for ``init(collector:)``.
  package let host: String
  package let port: Int
  /// The path and query, with a leading slash.
  package let path: String

  /// The maximum size of a URL in bytes.
  package static let mostBytes = 2000

  /// Parses a URL; returns nil if it is invalid.
  ///
  /// A valid URL consists of `https://`, a host name that contains a dot or is `localhost`, an
  /// optional port, and a path and query of printable ASCII characters. A fragment is dropped.
  package init?(_ text: String) {
    guard text.utf8.count <= WebAddress.mostBytes, text.lowercased().hasPrefix("https://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
    else { return nil }
    let rest = text.dropFirst(8).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    guard let (host, port) = WebAddress.host(authority) else { return nil }
    (self.host, self.port, isSecure) = (host, port, true)
    self.path = path.hasPrefix("/") ? String(path) : "/" + path
  }

  /// Creates a URL from its parts, which are valid.
  init(isSecure: Bool, host: String, port: Int, path: String) {
    (self.isSecure, self.host, self.port, self.path) = (isSecure, host, port, path)
  }

  /// Parses `NAME` or `NAME:PORT`; returns nil for anything else, such as an IP address or a user
  /// name.
  static func host(_ text: Substring) -> (String, Int)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    guard isName(name) else { return nil }
    guard parts.count == 2 else { return (name, 443) }
    guard let port = Int(parts[1]), String(port) == parts[1], (1...65_535).contains(port) else {
      return nil
    }
    return (name, port)
  }

  /// Returns whether a string is a host name: labels of letters, digits and hyphens, separated by
  /// dots (RFC 1123, section 2.1).
  ///
  /// The last label must contain a letter, because some programs would otherwise parse the name as
  /// an IP address.
  static func isName(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, labels.count > 1 || text == "localhost",
      let last = labels.last?.utf8, last.contains(where: { ("a"..."z") ~= Character(.init($0)) })
    else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
    }
  }

  /// The full URL with its port.
  package var description: String {
    "\(isSecure ? "https" : "http")://\(hostInBrackets):\(port)\(path)"
  }

  /// The host as it is written in a URL: an IPv6 address is in brackets.
  package var hostInBrackets: String { host.contains(":") ? "[\(host)]" : host }
}

/// An allowed host: `photos.example.com`, `*.example.com` for its subdomains, or
/// `photos.example.com:8443` for a port other than 443.
package struct PhotoHost: Hashable, Sendable {
  private let name: String
  private let port: Int
  private let isAllBelow: Bool

  /// Parses a host pattern; returns nil if it is invalid.
  package init?(_ text: String) {
    isAllBelow = text.hasPrefix("*.")
    guard let (name, port) = WebAddress.host(text.dropFirst(isAllBelow ? 2 : 0)) else { return nil }
    (self.name, self.port) = (name, port)
  }

  /// Returns whether the host and port of a URL match this allowed host.
  package func has(_ address: WebAddress) -> Bool {
    guard address.port == port else { return false }
    return isAllBelow ? address.host.hasSuffix("." + name) : address.host == name
  }
}
