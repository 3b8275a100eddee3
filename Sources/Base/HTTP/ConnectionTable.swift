internal import Glibc

/// All connections of a server, and the policy for making room for new connections.
///
/// Idle clients cannot occupy all connections: when the maximum is reached, the table closes the
/// connections that have been idle for the longest time, starting with the address that has the
/// most connections. Idle connections are ordered by a counter instead of a clock, because the
/// event loops read their clocks at different times.
package struct ConnectionTable {
  private struct Entry {
    let descriptor: Int32
    let peer: Peer
    /// The value of `changes` when the connection became idle, or nil while it handles a request.
    var quietSince: UInt64?
  }

  private var entries: [UInt64: Entry] = [:]
  private var counts: [Peer: Int] = [:]
  private var changes: UInt64 = 0
  private let most: Int
  private let mostOfAddress: Int

  package init(_ limits: HTTPLimits) {
    (most, mostOfAddress) = (
      limits.connections, min(limits.connectionsOfAddress, limits.connections)
    )
  }

  package var count: Int { entries.count }

  /// Whether more than three quarters of the allowed connections are in use, in total or from the
  /// client's address.
  func isCrowded(for peer: Peer) -> Bool {
    if entries.count > most / 4 * 3 { return true }
    return peer != .local && (counts[peer] ?? 0) > mostOfAddress / 4 * 3
  }

  /// Adds a connection, closing idle connections if the table is full.
  ///
  /// - Returns: false if the table is full and no connection can be closed.
  package mutating func add(_ id: UInt64, _ descriptor: Int32, of peer: Peer) -> Bool {
    if peer != .local, counts[peer, default: 0] >= mostOfAddress, !endQuiet(of: peer) {
      return false
    }
    if entries.count >= most {
      let largest = counts.max { $0.value < $1.value }?.key
      guard largest.map({ endQuiet(of: $0) }) == true || endQuiet(of: nil) else { return false }
    }
    entries[id] = Entry(descriptor: descriptor, peer: peer)
    mark(id, isQuiet: true)
    counts[peer, default: 0] += 1
    return true
  }

  /// Records that a connection has become idle or busy.
  package mutating func mark(_ id: UInt64, isQuiet: Bool) {
    changes += 1
    entries[id]?.quietSince = isQuiet ? changes : nil
  }

  /// Removes a connection; close its descriptor only after this call.
  mutating func remove(_ id: UInt64) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    let count = (counts[entry.peer] ?? 0) - 1
    counts[entry.peer] = count > 0 ? count : nil
  }

  /// Closes one sixteenth of the idle connections, starting with those that have been idle longest.
  ///
  /// Closing several connections at once avoids a scan of the table for every new client. The
  /// descriptors are still open, because a connection is removed from the table before its
  /// descriptor is closed.
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
