package import Glibc

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in network byte order, which has 4 or 16 bytes.
  package let bytes: [UInt8]

  /// Parses a complete numeric address such as `192.0.2.1` or `2001:db8::1`; returns nil for short
  /// forms such as `127.1`.
  package init?(_ text: String) {
    // Reject NUL characters, because a C string ends at the first NUL.
    guard !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// Reads a socket address; returns nil for other address families.
  package init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
    default: return nil
    }
  }

  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The address as it appears in a URL, with brackets around an IPv6 address.
  package var inBrackets: String { bytes.count == 4 ? description : "[\(description)]" }

  /// Whether the address is globally reachable: not loopback, private, link-local, shared or
  /// reserved.
  ///
  /// Among IPv6 addresses, only global unicast addresses (2000::/3) are public. Special-purpose
  /// addresses in that range, such as 6to4 and Teredo addresses, which embed an IPv4 address, are
  /// not public. NAT64 and IPv4-mapped addresses are outside 2000::/3.
  package var isPublic: Bool {
    if bytes.count == 4 { return !NetworkAddress.special4.contains { $0.contains(self) } }
    return NetworkAddress.global6.contains(self)
      && !NetworkAddress.special6.contains { $0.contains(self) }
  }

  /// IPv4 multicast networks (RFC 5771) and IPv4 networks that are not globally reachable, from the
  /// IANA IPv4 Special-Purpose Address Registry (RFC 6890).
  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
  ].map(NetworkBlock.known)

  private static let global6 = NetworkBlock.known("2000::/3")

  /// The special IPv6 networks for documentation, 6to4 and protocol assignments.
  ///
  /// The networks are from the IANA IPv6 Special-Purpose Address Registry. The protocol assignments
  /// include Teredo and ORCHID.
  private static let special6 = [
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].map(NetworkBlock.known)
}

/// A network prefix, such as `10.0.0.0/8`.
package struct NetworkBlock: Hashable, Sendable {
  private let first: NetworkAddress
  private let bits: Int

  /// Parses a prefix; returns nil if the prefix is invalid or has host bits, as in `10.1.0.0/8`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = NetworkAddress(String(parts[0])),
      let bits = Int(parts[1]), String(bits) == parts[1], (0...first.bytes.count * 8).contains(bits)
    else { return nil }
    (self.first, self.bits) = (first, bits)
    let isClean = (bits..<first.bytes.count * 8).allSatisfy {
      first.bytes[$0 / 8] & (0x80 >> ($0 % 8)) == 0
    }
    guard isClean else { return nil }
  }

  fileprivate static func known(_ text: String) -> NetworkBlock {
    guard let block = NetworkBlock(text) else { preconditionFailure("'\(text)' is not a network") }
    return block
  }

  /// Returns whether the network contains an address; returns false if the address has a different
  /// IP version.
  package func contains(_ address: NetworkAddress) -> Bool {
    guard address.bytes.count == first.bytes.count else { return false }
    let whole = bits / 8
    guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (address.bytes[whole] ^ first.bytes[whole]) >> (8 - bits % 8) == 0
  }
}
