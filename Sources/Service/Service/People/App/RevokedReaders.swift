internal import Synchronization
import WallfarmPluginKit

/// The first read tokens of people that have been revoked.
///
/// The name of such a token still identifies the person's pictures in memory, which must not be
/// returned to its holder.
final class RevokedReaders: Sendable {
  private let names: Mutex<Set<String>>

  init(_ names: [String]) { self.names = Mutex(Set(names)) }

  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

  func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }
}
