internal import Synchronization

/// The state that all connections of a server share.
final class ServerState: Sendable {
  let handler: any HTTPHandler
  let limits: HTTPLimits
  let bodies: BodyBudget
  let answers: FileBudget
  private let table: Mutex<ConnectionTable>
  /// The last assigned connection ID; smaller reserved IDs belong to the listener and the mailbox.
  private let lastID = Atomic<UInt64>(EventLoop.lastReservedID)
  private let exchanges = Atomic(0)
  private let ending = Atomic(false)

  init(_ handler: any HTTPHandler, _ limits: HTTPLimits) {
    (self.handler, self.limits) = (handler, limits)
    bodies = BodyBudget(limits.bodyBytes)
    answers = FileBudget(limits.answerBytes)
    table = Mutex(ConnectionTable(limits))
  }

  var connectionCount: Int { table.withLock { $0.count } }
  /// The number of requests that have started and whose responses have not been sent completely.
  var openExchanges: Int { exchanges.load(ordering: .acquiring) }
  /// Whether the server closes each connection after its response.
  var isEnding: Bool { ending.load(ordering: .acquiring) }

  /// Makes the server close each connection after its response; returns false if the server already
  /// does this.
  func end() -> Bool { !ending.exchange(true, ordering: .acquiringAndReleasing) }

  /// Adds a connection and returns its ID; returns nil if the table is full.
  func add(_ descriptor: Int32, of peer: Peer) -> UInt64? {
    let id = lastID.add(1, ordering: .relaxed).newValue
    return table.withLock { $0.add(id, descriptor, of: peer) } ? id : nil
  }

  func mark(_ id: UInt64, isQuiet: Bool) {
    table.withLock { $0.mark(id, isQuiet: isQuiet) }
  }

  func remove(_ id: UInt64) { table.withLock { $0.remove(id) } }

  func isCrowded(for peer: Peer) -> Bool { table.withLock { $0.isCrowded(for: peer) } }

  func begun() { exchanges.add(1, ordering: .relaxed) }
  func ended() { exchanges.subtract(1, ordering: .releasing) }
}
