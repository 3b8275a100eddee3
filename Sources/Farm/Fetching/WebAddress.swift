/// An address of the web over TLS, as strictly as it can be read: what one program takes for the host of an address
/// must be what every other does.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// In lower case; never the number of a machine.
  package let host: String
  package let port: Int
  /// Path and query, from its first slash on.
  package let path: String

  /// Most bytes of one.
  package static let mostBytes = 2000

  /// Reads one; nil where it is none.
  ///
  /// There is `https://`, a name with a dot or `localhost`, perhaps a port, and a path of printable ASCII. What follows
  /// a `#` is for the reader alone, and left out.
  package init?(_ text: String) {
    guard text.utf8.count <= WebAddress.mostBytes, text.lowercased().hasPrefix("https://"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
    else { return nil }
    let rest = text.dropFirst(8).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    guard let (host, port) = WebAddress.host(authority) else { return nil }
    (self.host, self.port) = (host, port)
    self.path = path.hasPrefix("/") ? String(path) : "/" + path
  }

  /// `NAME` or `NAME:PORT`; nil for anything else, such as a number or a user.
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

  /// Letters, digits and dashes between dots (RFC 1123, 2.1).
  ///
  /// One without a letter behind its last dot is read as a number by some.
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

  /// The whole of it.
  package var description: String { "https://\(host):\(port)\(path)" }
}

/// A host that photos may come from: `photos.example.com`, all below it as `*.example.com`, at another port than 443
/// as `photos.example.com:8443`.
package struct PhotoHost: Hashable, Sendable {
  private let name: String
  private let port: Int
  private let isAllBelow: Bool

  /// Reads one; nil where it is none.
  package init?(_ text: String) {
    isAllBelow = text.hasPrefix("*.")
    guard let (name, port) = WebAddress.host(text.dropFirst(isAllBelow ? 2 : 0)) else { return nil }
    (self.name, self.port) = (name, port)
  }

  /// Whether an address is at this host.
  package func has(_ address: WebAddress) -> Bool {
    guard address.port == port else { return false }
    return isAllBelow ? address.host.hasSuffix("." + name) : address.host == name
  }
}
