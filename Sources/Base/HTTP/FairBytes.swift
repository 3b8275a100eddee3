internal import Synchronization

/// The address of a client: a complete IPv4 address, or the first 64 bits of an IPv6 address.
public struct Peer: Hashable, Sendable {
  /// 4 or 6 for IP; 0 for a Unix domain socket, which any number of clients may share.
  let family: Int32
  let prefix: UInt64

  /// The address of all clients of a Unix domain socket.
  public static let local = Peer(family: 0, prefix: 0)

  /// Creates the address of a client.
  package init(family: Int32, prefix: UInt64) { (self.family, self.prefix) = (family, prefix) }
}

/// The identity to which bytes are charged.
package enum Payer: Hashable, Sendable {
  /// A client that the handler has identified by name.
  case client(String)
  /// An unidentified client, by its address.
  case address(Peer)
}

/// A byte budget that clients share fairly.
///
/// A request for bytes is granted if the client would then hold at most twice as many bytes as
/// remain. Therefore, there is always room for another client, and a single client can use at most
/// two thirds of the budget. This rule is the dynamic threshold for shared buffers (A. K. Choudhury
/// and E. L. Hahne, 1998).
package struct FairBytes {
  package private(set) var left: Int
  private let all: Int
  private var held: [Payer: Int] = [:]

  package init(_ bytes: Int) { (left, all) = (bytes, bytes) }

  /// Whether more than half of the bytes are in use.
  package var isCrowded: Bool { left < all / 2 }

  /// Takes bytes for a client; returns false if they exceed the client's share.
  package mutating func take(_ count: Int, for payer: Payer) -> Bool {
    let own = (held[payer] ?? 0) + count
    guard count <= left, own <= 2 * (left - count) else { return false }
    left -= count
    held[payer] = own
    return true
  }

  package mutating func give(_ count: Int, of payer: Payer) {
    guard count > 0 else { return }
    left += count
    let own = (held[payer] ?? 0) - count
    held[payer] = own > 0 ? own : nil
  }
}

/// The memory budget for request bodies.
final class BodyBudget: Sendable {
  private let bytes: Mutex<FairBytes>

  init(_ bytes: Int) { self.bytes = Mutex(FairBytes(bytes)) }

  var left: Int { bytes.withLock(\.left) }

  func take(_ count: Int, for payer: Payer) -> Bool {
    bytes.withLock { $0.take(count, for: payer) }
  }

  func give(_ count: Int, of payer: Payer) { bytes.withLock { $0.give(count, of: payer) } }
}

/// The byte budget for files that are being sent.
///
/// If a file is sent to several clients at the same time, it is charged only to the first client.
final class FileBudget: Sendable {
  private struct Content {
    var bytes: FairBytes
    var readers: [ObjectIdentifier: (count: Int, payer: Payer)] = [:]
  }

  private let content: Mutex<Content>

  init(_ bytes: Int) { content = Mutex(Content(bytes: FairBytes(bytes))) }

  /// Whether more than half of the budget is in use.
  var isCrowded: Bool { content.withLock(\.bytes.isCrowded) }

  /// Charges a file to the budget; returns false if the file exceeds the client's share.
  ///
  /// The caller must keep the file alive until it calls `give`.
  func take(_ file: any HTTPFile, for payer: Payer) -> Bool {
    content.withLock { content in
      let id = ObjectIdentifier(file)
      if let readers = content.readers[id] {
        content.readers[id] = (readers.count + 1, readers.payer)
        return true
      }
      guard content.bytes.take(file.count, for: payer) else { return false }
      content.readers[id] = (1, payer)
      return true
    }
  }

  func give(_ file: any HTTPFile) {
    content.withLock { content in
      let id = ObjectIdentifier(file)
      guard let readers = content.readers[id] else { return }
      content.readers[id] = readers.count > 1 ? (readers.count - 1, readers.payer) : nil
      if readers.count == 1 { content.bytes.give(file.count, of: readers.payer) }
    }
  }
}
