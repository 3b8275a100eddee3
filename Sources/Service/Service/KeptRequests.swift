internal import Designs
internal import Digests
package import SourceJSON
internal import Storage
package import WallfarmCore
package import WallfarmPluginKit

/// Stored requests with addresses, encrypted so that only the address can decrypt them.
package struct KeptRequests: Sendable {
  let store: ServiceStore
  package let ring: KeyRing
  let uploads: UploadRecords
  let clock: TimeSource

  package init(store: ServiceStore, ring: KeyRing, uploads: UploadRecords, clock: TimeSource) {
    (self.store, self.ring, self.uploads, self.clock) = (store, ring, uploads, clock)
  }

  /// A request and its client.
  package struct Kept: Sendable {
    let client: String
    let words: JSONValue
  }

  /// Maximum size of a stored request, in bytes.
  static let mostBytes = 256 << 10

  /// Stores the requests of several pictures in one transaction.
  ///
  /// - Parameters:
  ///   - planned: The pictures.
  ///   - root: The request for all pictures; the request that is stored for each picture names only
  ///     that picture's device.
  ///   - client: The client.
  ///   - lifetime: The lifetime of the addresses in seconds.
  /// - Returns: The addresses with their paths. An address contains only an HMAC of its request, so
  ///   that notes cannot be guessed from it.
  /// - Throws: `body-too-large`, `photo-unreadable` if an upload is no longer stored, `store-full`,
  ///   `quota-exceeded`, `store-failed`.
  package func keep(
    _ planned: [PlannedPicture], of root: JSONNode, for client: String, lifetime: Int
  ) throws(RenderError) -> [(address: PictureAddress, path: String)] {
    try store.use { (database) throws(RenderError) in
      try keep(planned, of: root, for: client, lifetime: lifetime, in: database)
    }
  }

  /// Stores the requests of several pictures in a transaction; see
  /// ``keep(_:of:for:lifetime:)``.
  func keep(
    _ planned: [PlannedPicture], of root: JSONNode, for client: String, lifetime: Int,
    in database: Database
  ) throws(RenderError) -> [(address: PictureAddress, path: String)] {
    let (key, now, request) = (ring.addresses.first, clock.read(), root.plain)
    let shown = request.uploadDigests
    return try planned.map { (one) throws(RenderError) in
      let (address, text) = try KeptRequests.address(
        of: request.forOne(one.device), one.format, for: client, key,
        until: now.adding(lifetime), in: database)
      try keep(text, of: client, at: address, key, now, in: database)
      if !shown.isEmpty {
        try uploads.pin(
          shown, needed: shown, to: key.code("name", address.digest), of: client, in: database)
      }
      return (address, address.path(key))
    }
  }

  /// Returns a new address for a request, and the text to store at that address.
  ///
  /// A request has the same address each time it is stored with the same expiry. If that address
  /// was revoked within the same second, the text contains a number that makes the address
  /// different.
  private static func address(
    of request: JSONValue, _ format: ImageFormat, for client: String, _ key: AddressKeys.Key,
    until expires: Moment, in database: Database
  ) throws(RenderError) -> (PictureAddress, text: String) {
    var members: [String: JSONValue] = ["client": .string(client), "request": request]
    var revocations = 0
    while true {
      let text = JSONValue.object(members).text(pretty: false)
      guard text.utf8.count <= mostBytes else { throw .tooLargeToKeep(mostBytes) }
      let address = PictureAddress(
        key: key.name, expires: expires,
        digest: Base64.addressText(of: key.code("request", text)), format: format)
      let isRevoked = try database.first(
        "SELECT 1 FROM revoked WHERE address = ?", .blob(address.revokedCode(key))
      ) { _ in true }
      guard isRevoked == true else { return (address, text) }
      revocations += 1
      members["revocations"] = .number(Double(revocations))
    }
  }

  private func keep(
    _ text: String, of client: String, at address: PictureAddress, _ key: AddressKeys.Key,
    _ now: Moment, in database: Database
  ) throws(RenderError) {
    let name = key.code("name", address.digest)
    let changed = try database.run(
      "UPDATE requests SET expires = max(expires, ?), issued = issued + 1 WHERE name = ?",
      SQLValue(address.expires.seconds), .blob(name))
    guard changed == 0 else { return }
    let sealed = Seal.sealed(Array(text.utf8), key: key.code("seal", address.digest))
    try store.makeRoom(for: sealed.count, of: client, in: database, now: now)
    try database.run(
      "INSERT INTO requests(name, sealed, expires, client, issued) VALUES(?, ?, ?, ?, 1)",
      .blob(name), .blob(sealed),
      SQLValue(address.expires.seconds), .text(client))
  }

  /// Releases an address that was never sent, and removes its request if the request has no other
  /// address.
  ///
  /// - Throws: `store-failed`.
  package func release(_ address: PictureAddress) throws(RenderError) {
    guard let key = ring.addresses[address.key] else { return }
    try store.use { (database) throws(RenderError) in
      try KeptRequests.release(key.code("name", address.digest), in: database)
    }
  }

  /// Decrements the number of addresses of a request, and removes the request when it reaches zero.
  static func release(_ name: [UInt8], in database: Database) throws(RenderError) {
    try database.run("UPDATE requests SET issued = issued - 1 WHERE name = ?", .blob(name))
    try database.run("DELETE FROM requests WHERE name = ? AND issued <= 0", .blob(name))
  }

  /// Returns the client of an address, or `nil` if its request is no longer stored.
  ///
  /// - Throws: `store-failed`.
  package func owner(of address: PictureAddress) throws(RenderError) -> String? {
    guard let key = ring.addresses[address.key] else { return nil }
    return try store.use { (database) throws(RenderError) in
      try database.first(
        "SELECT client FROM requests WHERE name = ?", .blob(key.code("name", address.digest))
      ) { $0.text(0) }
    }
  }

  /// Returns the request of an address, or `nil` if it is no longer stored.
  ///
  /// - Throws: `store-failed`.
  package func open(_ address: PictureAddress) throws(RenderError) -> Kept? {
    guard let key = ring.addresses[address.key] else { return nil }
    let name = key.code("name", address.digest)
    let sealed = try store.use { (database) throws(RenderError) in
      try database.first(
        "SELECT sealed, (SELECT count(*) FROM pins WHERE holder = name) FROM requests WHERE name "
          + "= ?",
        .blob(name)
      ) { (sealed: $0.bytes(0), pins: $0.integer(1)) }
    }
    guard let sealed,
      let bytes = Seal.opened(sealed.sealed, key: key.code("seal", address.digest)),
      let root = try? JSONNode(parsing: String(decoding: bytes, as: UTF8.self)),
      let client = root["client"]?.string, let words = root["request"]?.plain
    else { return nil }
    let shown = words.uploadDigests
    if sealed.pins == 0, !shown.isEmpty {
      // Earlier versions did not record the uploads of addresses, so record them now.
      try store.use { (database) throws(RenderError) in
        try uploads.pin(shown, isBounded: false, to: name, of: client, in: database)
      }
    }
    return Kept(client: client, words: words)
  }
}

extension JSONValue {
  /// Returns the request for one device, without the keys `id` and `$schema`.
  fileprivate func forOne(_ device: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    let devices = members["devices"]
    let all: [JSONValue] =
      if case .array(let items)? = devices { items } else { [devices ?? .null] }
    members["devices"] = all.first { $0.describes(device) } ?? .string(device)
    (members["id"], members["$schema"]) = (nil, nil)
    return .object(members)
  }

  /// Whether the value is an object that describes the device with the given ID.
  private func describes(_ id: String) -> Bool {
    guard case .object = self else { return false }
    var reader = DeviceReader(file: RenderPlanner.body)
    return reader.described(JSONNode(self))?.id == id
  }
}

extension RenderError {
  static func tooLargeToKeep(_ most: Int) -> RenderError {
    RenderError(
      .bodyTooLarge, "the request to store is larger than the limit of \(most) bytes",
      hint: "send less content")
  }
}
