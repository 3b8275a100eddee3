internal import Digests
internal import Storage
internal import Synchronization
import WallfarmCore
package import WallfarmPluginKit

/// Addresses that were revoked before their expiry.
///
/// All revoked addresses are also kept in memory, so that checking an address needs no database
/// access.
package final class RevokedAddresses: Sendable {
  private let store: ServiceStore
  private let ring: KeyRing
  private let codes: Mutex<Set<[UInt8]>>

  /// Loads the revoked addresses.
  ///
  /// - Throws: `store-failed`.
  package init(_ store: ServiceStore, _ ring: KeyRing) throws(RenderError) {
    (self.store, self.ring) = (store, ring)
    codes = Mutex(
      try store.use { (database) throws(RenderError) in
        Set(
          try database.rows("SELECT address FROM revoked") { (row) throws(RenderError) in
            row.bytes(0)
          })
      })
  }

  /// Returns whether an address was revoked.
  package func contains(_ address: PictureAddress) -> Bool {
    code(address).map { code in codes.withLock { $0.contains(code) } } ?? false
  }

  /// Revokes an address, and removes its request if the request has no other address.
  ///
  /// - Returns: `false` if the client has no such address.
  /// - Throws: `store-failed`.
  package func add(_ address: PictureAddress, of client: String) throws(RenderError) -> Bool {
    guard let code = code(address), let key = ring.addresses[address.key] else { return false }
    let name = key.code("name", address.digest)
    let isOwn = try store.use { (database) throws(RenderError) in
      let isThere = try database.first(
        "SELECT 1 FROM requests WHERE name = ? AND client = ?", .blob(name), .text(client)
      ) { _ in true }
      guard isThere == true else { return false }
      let added = try database.run(
        "INSERT OR IGNORE INTO revoked VALUES(?, ?)", .blob(code),
        SQLValue(address.expires.seconds))
      if added == 1 { try KeptRequests.release(name, in: database) }
      return true
    }
    guard isOwn else { return false }
    codes.withLock { _ = $0.insert(code) }
    return true
  }

  private func code(_ address: PictureAddress) -> [UInt8]? {
    ring.addresses[address.key].map(address.revokedCode)
  }
}

extension PictureAddress {
  /// Returns the identifier under which the store records the revocation of this address.
  func revokedCode(_ key: AddressKeys.Key) -> [UInt8] {
    key.code("revoked", "\(expires.seconds)\n\(digest).\(format.rawValue)")
  }
}
