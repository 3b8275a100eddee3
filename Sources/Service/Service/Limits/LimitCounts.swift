internal import Synchronization

/// Counts the requests that are refused because of a limit, by the kind of the limit.
package final class LimitCounts: Sendable {
  /// A limit on clients or on the whole service.
  package enum Kind: String, Sendable, CaseIterable {
    /// Requests per minute of a client or an address.
    case requests
    /// Requests in progress of a client or an address.
    case concurrent
    /// Stored people of a client.
    case people
    /// Stored uploads of a client.
    case uploads
    /// Subscriptions of a client to content sources.
    case sources
    /// Stored bytes of a client.
    case bytes
    /// Requests that wait for a worker or for a planning thread.
    case waiting
    /// The size of the store, of which a client can use half.
    case store
    /// The memory for request bodies and responses.
    case memory
    /// Connections.
    case connections
  }

  private let counts = Mutex<[Kind: Int]>([:])

  package init() {}

  /// Counts a refused request.
  package func add(_ kind: Kind) { counts.withLock { $0[kind, default: 0] += 1 } }

  /// The number of refused requests by kind; each kind has a number.
  package var all: [(kind: Kind, count: Int)] {
    let counts = counts.withLock { $0 }
    return Kind.allCases.map { ($0, counts[$0] ?? 0) }
  }
}
