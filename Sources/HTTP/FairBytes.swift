internal import Synchronization

/// The address of a client: the whole one of version 4 of IP, and 64 bits of version 6, which one site has.
struct Peer: Hashable, Sendable {
  /// 4 or 6; 0 for a socket in the file system, behind which any number of clients may be.
  let family: Int32
  let prefix: UInt64

  static let local = Peer(family: 0, prefix: 0)
}

/// The identity that a budget charges.
enum Payer: Hashable, Sendable {
  /// A client that the handler knows, by a name.
  case client(String)
  /// An unknown client, by its address.
  case address(Peer)
}

/// Bytes that clients share.
///
/// A client never holds more than twice as many as are left, so that there is always room for another client, and a
/// single one can use two thirds. The rule is that of dynamic thresholds for shared buffers (A. K. Choudhury and
/// E. L. Hahne, 1998).
struct FairBytes {
  private(set) var left: Int
  private let all: Int
  private var held: [Payer: Int] = [:]

  init(_ bytes: Int) { (left, all) = (bytes, bytes) }

  /// Whether most of them are taken.
  var isCrowded: Bool { left < all / 2 }

  /// Takes some; false where they would be too many.
  mutating func take(_ count: Int, for payer: Payer) -> Bool {
    let own = (held[payer] ?? 0) + count
    guard count <= left, own <= 2 * (left - count) else { return false }
    left -= count
    held[payer] = own
    return true
  }

  mutating func give(_ count: Int, of payer: Payer) {
    guard count > 0 else { return }
    left += count
    let own = (held[payer] ?? 0) - count
    held[payer] = own > 0 ? own : nil
  }
}

/// Room for the bodies of requests.
final class BodyBudget: Sendable {
  private let bytes: Mutex<FairBytes>

  init(_ bytes: Int) { self.bytes = Mutex(FairBytes(bytes)) }

  var left: Int { bytes.withLock(\.left) }

  func take(_ count: Int, for payer: Payer) -> Bool {
    bytes.withLock { $0.take(count, for: payer) }
  }

  func give(_ count: Int, of payer: Payer) { bytes.withLock { $0.give(count, of: payer) } }
}

/// Room for files on their way to clients; a file that several clients get counts once, for the first of them.
final class FileBudget: Sendable {
  private struct Content {
    var bytes: FairBytes
    var readers: [ObjectIdentifier: (count: Int, payer: Payer)] = [:]
  }

  private let content: Mutex<Content>

  init(_ bytes: Int) { content = Mutex(Content(bytes: FairBytes(bytes))) }

  /// Whether most of it is taken.
  var isCrowded: Bool { content.withLock(\.bytes.isCrowded) }

  /// Takes room for a file, which lives until it is given back; false where there is none.
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
