import HTTP
internal import Synchronization
import WallfarmPluginKit
internal import Work

/// Finds the client that owns a token or address, so that the request waits in that client's turn.
///
/// Only a lookup can distinguish a valid token from an invented one. Therefore, lookups wait in one
/// shared line that is separate from planning.
final class OwnerFinder: Sendable {
  private let known: Mutex<BoundedCache<String, String>>
  private let finding: PlanningThread

  /// Size of the cache in bytes, for about 20,000 tokens and addresses.
  private static let bytes = 8 << 20

  /// Creates a finder with a maximum number of pending lookups.
  init(most: Int) {
    known = Mutex(BoundedCache(mostBytes: OwnerFinder.bytes))
    finding = PlanningThread("wallfarm owners", most: most)
  }

  /// Finds an owner, and continues in the owner's turn; errors are sent as the response.
  ///
  /// - Parameters:
  ///   - name: A cache key that reveals no secret.
  ///   - exchange: The exchange for error responses.
  ///   - lookUp: Returns the owner, or throws the error to send.
  ///   - then: Receives the turn on any thread.
  func find(
    _ name: String, _ exchange: HTTPExchange,
    by lookUp: @escaping @Sendable () throws(RenderError) -> String,
    then: @escaping @Sendable (Turn) -> Void
  ) {
    if let owner = known.withLock({ $0.value(for: name) }) {
      return then(Turn(owner, part: name))
    }
    finding.run(for: Turn(""), answering: exchange) { [self] () throws(RenderError) in
      let owner = try lookUp()
      known.withLock { $0.insert(owner, for: name, bytes: name.utf8.count + owner.utf8.count) }
      then(Turn(owner, part: name))
    }
  }
}
