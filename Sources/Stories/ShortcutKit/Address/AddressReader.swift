internal import Files
internal import Glibc

/// Parses a URL as browsers do (RFC 3986), and rejects everything that is ambiguous.
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
        hint: "give all of it, such as \(Self.example): the service, and 'read' of its answer")
    }
    for sign in ["?", "#"] where text.contains(sign) {
      throw Mistake(
        message: "the address has a '\(sign)'", hint: "leave out the '\(sign)' and what follows it")
    }
    let rest = text[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let (host, port) = try Self.authority(rest[..<slash])
    guard scheme == "https" || Self.local.contains(host) else {
      throw Mistake(
        message: "http to '\(host.shortened)' is not encrypted: on its way it shows address and "
          + "picture",
        hint: "let a proxy speak TLS for the service, and write https://; http:// is for localhost")
    }
    let path = try Self.path(rest[slash...])
    return ("\(scheme)://\(host)\(port)\(path)", host)
  }

  private func checkLetters() throws(Mistake) {
    let most = ReadAddress.mostBytes
    guard !text.isEmpty else {
      throw Mistake(message: "the address is empty", hint: "write it like \(Self.example)")
    }
    guard text.utf8.count <= most else {
      throw Mistake(
        message: "the address has \(text.utf8.count) bytes, and a code that a camera reads has "
          + "room for \(most)",
        hint: "give the service a shorter name, or take it nearer to the root of its host")
    }
    guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw Mistake(
        message: "the address has a space, a control character, or a letter that is not ASCII",
        hint: "write it as a browser sends it: %20 for a space, xn-- for a host of other letters")
    }
  }

  private static func scheme(_ text: Substring) -> String? {
    let scheme = text.lowercased()
    return scheme == "https" || scheme == "http" ? scheme : nil
  }

  /// Splits host and port; the port keeps its colon.
  private static func authority(_ text: Substring) throws(Mistake) -> (String, String) {
    guard !text.contains("@") else {
      throw Mistake(
        message: "the address has a user before its host",
        hint: "leave out the '@' and what stands before it: the path is what opens it")
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
        message: "'\(String(port).shortened)' is no port",
        hint: "write a number from 1 to 65535 behind the colon, or leave both out")
    }
    return (host, String(port))
  }

  /// Whether a text is a host name of letters, digits and hyphens, an IPv4 address, or a bracketed
  /// IPv6 address.
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
    // Browsers parse a name that ends in a number as an IPv4 address, in several notations.
    guard labels.last?.utf8.first.map(isDigit) == true else { return true }
    var parsed = in_addr()
    return inet_pton(AF_INET, host, &parsed) == 1
  }

  /// Validates the path, and drops a slash at its end.
  private static func path(_ text: Substring) throws(Mistake) -> String {
    let path = text.hasSuffix("/") ? text.dropLast() : text
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let last = parts.last else {
      throw Mistake(
        message: "the address names a service, and no person",
        hint: "add 'read' of the answer that made the person, such as \(example)")
    }
    if let name = pictures.first(where: { $0 == last }) {
      throw Mistake(
        message: "the address is that of a picture: it ends in '/\(name)'",
        hint: "leave '/\(name)' out: the guide adds it")
    }
    // The first letter of a token states its purpose; `w` is for writing.
    guard last != "content", last.utf8.count != 44 || !last.hasPrefix("w") else {
      throw Mistake(
        message: "the address is one that writes, and a phone only reads",
        hint: "give the one that reads, 'read' of the answer that made the person")
    }
    guard parts.allSatisfy(isSegment) else {
      throw Mistake(
        message: "the path of the address has an empty part, a part of dots, or a sign that "
          + "belongs in no path",
        hint: "copy it from the answer of the service, such as \(example)")
    }
    return String(path)
  }

  /// Whether a part is `1*pchar` and not a dot segment in any encoding.
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

  /// Characters besides letters, digits and `%` in a path (RFC 3986, section 3.3), without the
  /// quote.
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
