internal import Files
internal import Glibc

/// Parses a URL as browsers do (RFC 3986), and rejects a URL that is ambiguous.
struct AddressReader {
  private let text: String

  init(_ text: String) { self.text = text }

  /// A mistake in the address, described without revealing the secret.
  struct Mistake: Error {
    let message: String
    let hint: String
  }

  private static let example = "https://wallpapers.example/p/TOKEN"
  /// Hosts that are reached without a network.
  private static let local: Set = ["localhost", "127.0.0.1", "[::1]"]
  private static let pictures = ["lock", "home"].flatMap { name in
    ["png", "jpg", "webp"].map { "\(name).\($0)" }
  }

  func read() throws(Mistake) -> (url: String, host: String) {
    try checkLetters()
    guard let colon = text.firstRange(of: "://"),
      let scheme = Self.scheme(text[..<colon.lowerBound])
    else {
      throw Mistake(
        message: "the address does not begin with https://",
        hint: "use the complete address, such as \(Self.example): the URL of the service, "
          + "followed by the 'read' value of its response")
    }
    for sign in ["?", "#"] where text.contains(sign) {
      throw Mistake(
        message: "the address contains a '\(sign)'",
        hint: "remove the '\(sign)' and everything after it")
    }
    let rest = text[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let (host, port) = try Self.authority(rest[..<slash])
    guard scheme == "https" || Self.local.contains(host) else {
      throw Mistake(
        message: "http to '\(host.shortened)' is not encrypted and exposes the address and the "
          + "picture",
        hint: "use https:// with a TLS proxy in front of the service; http:// is for localhost")
    }
    let path = try Self.path(rest[slash...])
    return ("\(scheme)://\(host)\(port)\(path)", host)
  }

  private func checkLetters() throws(Mistake) {
    let most = ReadAddress.mostBytes
    guard !text.isEmpty else {
      throw Mistake(message: "the address is empty", hint: "write a URL such as \(Self.example)")
    }
    guard text.utf8.count <= most else {
      throw Mistake(
        message: "the address has \(text.utf8.count) bytes; the maximum for a QR code that "
          + "cameras read reliably is \(most)",
        hint: "use a shorter host name or a shorter path for the service")
    }
    guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw Mistake(
        message: "the address contains a space, a control character or a non-ASCII character",
        hint: "encode it as browsers do: %20 for a space, xn-- for a non-ASCII host name")
    }
  }

  private static func scheme(_ text: Substring) -> String? {
    let scheme = text.lowercased()
    return scheme == "https" || scheme == "http" ? scheme : nil
  }

  /// Splits the text into host and port, and validates them; the port keeps its colon.
  private static func authority(_ text: Substring) throws(Mistake) -> (String, String) {
    guard !text.contains("@") else {
      throw Mistake(
        message: "the address contains a user name before the host",
        hint: "remove the user name and the '@'; the path alone grants access")
    }
    let end = text.firstIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    let colon = text[end...].firstIndex(of: ":") ?? text.endIndex
    let (host, port) = (text[..<colon].lowercased(), text[colon...])
    guard isHost(host) else {
      throw Mistake(
        message: "'\(host.shortened)' is not a host name", hint: "write a URL such as \(example)")
    }
    let number = port.dropFirst()
    let isPort = number.utf8.allSatisfy(isDigit) && (1...65_535).contains(Int(number) ?? 0)
    guard port.isEmpty || isPort else {
      throw Mistake(
        message: "'\(String(port).shortened)' is not a valid port",
        hint: "write a number from 1 to 65535 after the colon, or remove both")
    }
    return (host, String(port))
  }

  /// Whether a string is a host name, an IPv4 address, or a bracketed IPv6 address.
  ///
  /// The labels of a host name contain only letters, digits and hyphens.
  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      var parsed = in6_addr()
      return host.hasSuffix("]")
        && inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &parsed) == 1
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.allSatisfy { isDigit($0) || isSmall($0) || $0 == UInt8(ascii: "-") }
    }
    guard isName, host.utf8.count <= 253 else { return false }
    // Browsers parse a name that ends in a number as an IPv4 address, in several notations. Accept
    // only the notation with four decimal numbers.
    guard labels.last?.utf8.first.map(isDigit) == true else { return true }
    var parsed = in_addr()
    return inet_pton(AF_INET, host, &parsed) == 1
  }

  /// Validates the path, and drops a trailing slash.
  private static func path(_ text: Substring) throws(Mistake) -> String {
    let path = text.hasSuffix("/") ? text.dropLast() : text
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let last = parts.last else {
      throw Mistake(
        message: "the address belongs to a service, not to a person",
        hint:
          "add the 'read' value of the response that created the person; for example, \(example)")
    }
    if let name = pictures.first(where: { $0 == last }) {
      throw Mistake(
        message: "the address belongs to a picture: it ends in '/\(name)'",
        hint: "remove '/\(name)'; the guide adds it")
    }
    // The first letter of a token indicates its purpose; `w` is for writing.
    guard last != "content", last.utf8.count != 44 || !last.hasPrefix("w") else {
      throw Mistake(
        message: "the address is for writing, but a phone only reads",
        hint: "use the read address: the 'read' value of the response that created the person")
    }
    guard parts.allSatisfy(isSegment) else {
      throw Mistake(
        message: "the path of the address contains an empty segment, a dot segment or an "
          + "invalid character",
        hint: "copy it from the response of the service; for example, \(example)")
    }
    return String(path)
  }

  /// Whether a path segment matches `1*pchar` and is not a dot segment in any encoding.
  private static func isSegment(_ part: Substring) -> Bool {
    let dots = part.lowercased().replacing("%2e", with: ".")
    guard !part.isEmpty, dots != ".", dots != ".." else { return false }
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHex) else { return false }
        rest = rest.dropFirst(2)
      } else if !isDigit(byte), !isSmall(byte | 0x20), !signs.contains(byte) {
        return false
      }
    }
    return true
  }

  /// The characters other than letters, digits and `%` that a path segment may contain.
  ///
  /// They are the characters of RFC 3986, section 3.3, except the apostrophe.
  private static let signs = Set("-._~!$&()*+,;=:@".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSmall(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
