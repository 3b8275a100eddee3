internal import Glibc

/// All connections of a server, and room for another one.
///
/// Nobody can take all places by being silent: where there are as many connections as there may be, the oldest without
/// a request make room, first those of the address that has the most.
struct ConnectionTable {
  private struct Entry {
    let descriptor: Int32
    let peer: Peer
    /// Since when no request is under way; nil while one is.
    var quietSince: SuspendingClock.Instant?
  }

  private var entries: [UInt64: Entry] = [:]
  private var counts: [Peer: Int] = [:]
  private let most: Int
  private let mostOfAddress: Int

  init(_ limits: HTTPLimits) {
    (most, mostOfAddress) = (
      limits.connections, min(limits.connectionsOfAddress, limits.connections)
    )
  }

  var count: Int { entries.count }

  /// Whether there are almost as many connections as there may be, of everyone or of an address.
  func isCrowded(for peer: Peer) -> Bool {
    if entries.count > most / 4 * 3 { return true }
    return peer != .local && (counts[peer] ?? 0) > mostOfAddress / 4 * 3
  }

  /// Adds a connection; others may be ended for it.
  ///
  /// - Returns: false where no other one can be ended.
  mutating func add(
    _ id: UInt64, _ descriptor: Int32, of peer: Peer, now: SuspendingClock.Instant
  ) -> Bool {
    if peer != .local, counts[peer, default: 0] >= mostOfAddress, !endQuiet(of: peer) {
      return false
    }
    if entries.count >= most {
      let largest = counts.max { $0.value < $1.value }?.key
      guard largest.map({ endQuiet(of: $0) }) == true || endQuiet(of: nil) else { return false }
    }
    entries[id] = Entry(descriptor: descriptor, peer: peer, quietSince: now)
    counts[peer, default: 0] += 1
    return true
  }

  /// Notes whether a request is under way.
  mutating func mark(_ id: UInt64, quietSince: SuspendingClock.Instant?) {
    entries[id]?.quietSince = quietSince
  }

  /// Forgets a connection, whose descriptor may be closed then.
  mutating func remove(_ id: UInt64) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    let count = (counts[entry.peer] ?? 0) - 1
    counts[entry.peer] = count > 0 ? count : nil
  }

  /// Ends the oldest connections without a request: several at once, so that not every new client has all looked at.
  ///
  /// A descriptor belongs to its connection as long as it is listed.
  private mutating func endQuiet(of peer: Peer?) -> Bool {
    let quiet = entries.compactMap { id, entry in
      peer == nil || entry.peer == peer ? entry.quietSince.map { (id, $0) } : nil
    }
    let oldest = quiet.sorted { $0.1 < $1.1 }.prefix(max(1, quiet.count / 16))
    for (id, _) in oldest {
      if let entry = entries[id] { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
      remove(id)
    }
    return !oldest.isEmpty
  }
}
