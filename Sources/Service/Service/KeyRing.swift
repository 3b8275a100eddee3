internal import Synchronization

/// The keys of a service, which can be exchanged while it runs.
public final class KeyRing: Sendable {
  private struct Keys {
    var access: AccessKeys
    var addresses: AddressKeys
  }

  private let keys: Mutex<Keys>

  /// Begins with these.
  public init(access: AccessKeys = AccessKeys(), addresses: AddressKeys = AddressKeys()) {
    keys = Mutex(Keys(access: access, addresses: addresses))
  }

  /// Keys that clients show.
  public var access: AccessKeys { keys.withLock(\.access) }
  /// Keys that addresses are signed with.
  public var addresses: AddressKeys { keys.withLock(\.addresses) }

  /// Exchanges those that clients show.
  public func replace(access: AccessKeys) { keys.withLock { $0.access = access } }

  /// Exchanges those that addresses are signed with.
  public func replace(addresses: AddressKeys) { keys.withLock { $0.addresses = addresses } }
}
