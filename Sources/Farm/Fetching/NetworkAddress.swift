package import Glibc

/// An address of the internet protocol, of version 4 or 6.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// 4 or 16.
  package let bytes: [UInt8]

  /// Reads what programs write: `192.0.2.1`, `2001:db8::1`; nil for anything else, also for short forms such as
  /// `127.1`, which some take for addresses.
  package init?(_ text: String) {
    // C reads a text up to its first NUL.
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

  /// The address in what the system answers; nil where it is of another family.
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

  /// As it stands in addresses of the web, where a colon ends the host.
  package var inBrackets: String { bytes.count == 4 ? description : "[\(description)]" }

  /// Whether it is of a machine in the open internet: no loopback, private, link-local, shared or reserved one.
  ///
  /// Of version 6 only what is given out to networks counts (2000::/3), and none of it that carries an address of
  /// version 4 (6to4, Teredo; NAT64 and mapped ones are outside).
  package var isPublic: Bool {
    if bytes.count == 4 { return !NetworkAddress.special4.contains { $0.contains(self) } }
    return NetworkAddress.global6.contains(self)
      && !NetworkAddress.special6.contains { $0.contains(self) }
  }

  /// What is not globally reachable, and multicast: the IANA IPv4 Special-Purpose Address Registry (RFC 6890), and
  /// RFC 5771.
  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
  ].map(NetworkBlock.known)

  private static let global6 = NetworkBlock.known("2000::/3")

  /// Of the IANA IPv6 Special-Purpose Address Registry: protocol assignments with Teredo and ORCHID, documentation,
  /// and 6to4.
  private static let special6 = [
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].map(NetworkBlock.known)
}

/// Addresses that begin with the same bits, such as `10.0.0.0/8`.
package struct NetworkBlock: Hashable, Sendable {
  private let first: NetworkAddress
  private let bits: Int

  /// Reads one; nil where it is none, or where bits are set behind those that count: `10.1.0.0/8` means something else
  /// than it says.
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
    guard let block = NetworkBlock(text) else { preconditionFailure("'\(text)' is no network") }
    return block
  }

  /// Whether an address is one of them; never one of another version.
  package func contains(_ address: NetworkAddress) -> Bool {
    guard address.bytes.count == first.bytes.count else { return false }
    let whole = bits / 8
    guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (address.bytes[whole] ^ first.bytes[whole]) >> (8 - bits % 8) == 0
  }
}
