internal import Synchronization

/// A service's keys, which can be replaced while the service runs.
public final class KeyRing: Sendable {
  private struct Keys {
    var access: AccessKeys
    var addresses: AddressKeys
  }

  private let keys: Mutex<Keys>

  /// Creates a key ring.
  public init(access: AccessKeys = AccessKeys(), addresses: AddressKeys = AddressKeys()) {
    keys = Mutex(Keys(access: access, addresses: addresses))
  }

  /// The API keys of clients.
  public var access: AccessKeys { keys.withLock(\.access) }
  /// The keys that sign addresses.
  public var addresses: AddressKeys { keys.withLock(\.addresses) }

  /// Replaces the API keys.
  public func replace(access: AccessKeys) { keys.withLock { $0.access = access } }

  /// Replaces the keys that sign addresses.
  public func replace(addresses: AddressKeys) { keys.withLock { $0.addresses = addresses } }
}
