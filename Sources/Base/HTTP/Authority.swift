internal import Glibc

/// A host and a port from the `Host` header or an absolute target (RFC 9110, 4.2 and 7.2).
public struct Authority: Sendable, Hashable {
  /// A lowercase name, an IPv4 address, or an IPv6 address without its brackets.
  public let host: String
  /// The port, or nil if it is not specified.
  public let port: Int?

  /// Parses `host[:port]`; returns nil for invalid strings such as `[::1]x`, `a:b` or `user@a`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let (host, rest) = Authority.host(of: bytes[...]), !host.isEmpty || rest.isEmpty else {
      return nil
    }
    self.host = String(decoding: host, as: UTF8.self).lowercased()
    guard let colon = rest.first else {
      port = nil
      return
    }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy(Authority.isDigit) else {
      return nil
    }
    let number = Int(String(decoding: digits, as: UTF8.self))
    guard number.map({ $0 <= 65_535 }) ?? true else { return nil }
    port = number
  }

  /// Whether the host is this machine, determined without a DNS lookup: `localhost`, 127.0.0.0/8 or
  /// `::1`.
  public var isLoopback: Bool {
    if host == "localhost" { return true }
    if host.contains(":") {
      var (address, loopback) = (in6_addr(), in6addr_loopback)
      return inet_pton(AF_INET6, host, &address) == 1
        && memcmp(&address, &loopback, MemoryLayout<in6_addr>.size) == 0
    }
    return host.hasPrefix("127.") && host.utf8.allSatisfy { Authority.isDigit($0) || $0 == 0x2E }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Splits the host from the rest of the string; returns nil if the host is invalid.
  private static func host(
    of bytes: ArraySlice<UInt8>
  ) -> (host: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard bytes.first == UInt8(ascii: "[") else {
      let host = bytes.prefix { $0 != UInt8(ascii: ":") }
      return host.allSatisfy(isOfName) ? (host, bytes[host.endIndex...]) : nil
    }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let host = bytes[(bytes.startIndex + 1)..<end]
    var address = in6_addr()
    // Reject NUL bytes, because a C string ends at its first NUL.
    guard !host.contains(0),
      inet_pton(AF_INET6, String(decoding: host, as: UTF8.self), &address) == 1
    else { return nil }
    return (host, bytes[(end + 1)...])
  }

  /// Whether a registered name may contain the byte (RFC 3986, 3.2.2).
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isDigit(byte) || "-._~!$&'()*+,;=%".utf8.contains(byte)
    }
  }
}
