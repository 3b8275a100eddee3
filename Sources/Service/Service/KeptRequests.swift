internal import Digests
import SourceJSON
internal import Storage
import WallfarmCore
import WallfarmPluginKit

/// Requests that have an address, sealed so that only who has the address opens them.
struct KeptRequests: Sendable {
  let store: ServiceStore
  let ring: KeyRing
  let photos: PhotoRecords
  let clock: TimeSource

  /// A request, and who asked.
  struct Kept: Sendable {
    let client: String
    let words: JSONValue
  }

  /// Most bytes of what is kept for one address.
  static let mostBytes = 256 << 10

  /// Keeps the requests of some pictures, all of them or none.
  ///
  /// - Parameters:
  ///   - planned: the pictures.
  ///   - client: who asks.
  ///   - lifetime: how many seconds the addresses are good for.
  /// - Returns: the addresses with their paths. What an address says of a request is a code under the key, so that
  ///   nobody can try out notes.
  /// - Throws: `body-too-large`, `photo-unreadable` for a photo that is not kept any more, `store-full`, `store-failed`.
  func keep(
    _ planned: [PlannedPicture], for client: String, lifetime: Int
  ) throws(RenderError) -> [(address: PictureAddress, path: String)] {
    let (key, now) = (ring.addresses.first, clock.read())
    let texts = try planned.map { (one) throws(RenderError) in
      let text = JSONValue.object(["client": .string(client), "request": one.words])
        .text(pretty: false)
      guard text.utf8.count <= KeptRequests.mostBytes else {
        throw .tooLargeToKeep(KeptRequests.mostBytes)
      }
      return text
    }
    let addresses = zip(planned, texts).map { one, text in
      PictureAddress(
        key: key.name, expires: now.adding(lifetime),
        digest: Base64.addressText(of: key.code("request", text)), format: one.format)
    }
    try store.use { (database) throws(RenderError) in
      for ((one, address), text) in zip(zip(planned, addresses), texts) {
        try keep(text, of: client, at: address, key, now, in: database)
        let shown = one.words.photoDigests
        guard !shown.isEmpty else { continue }
        try photos.pin(
          shown, needed: shown, to: key.code("name", address.digest), of: client, in: database)
      }
    }
    return addresses.map { ($0, $0.path(key)) }
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

  /// Takes an address back that was never told; the request goes too where no other address of it was told.
  ///
  /// - Throws: `store-failed`.
  func release(_ address: PictureAddress) throws(RenderError) {
    guard let key = ring.addresses[address.key] else { return }
    try store.use { (database) throws(RenderError) in
      try KeptRequests.release(key.code("name", address.digest), in: database)
    }
  }

  /// Counts one address of a request less.
  static func release(_ name: [UInt8], in database: Database) throws(RenderError) {
    try database.run("UPDATE requests SET issued = issued - 1 WHERE name = ?", .blob(name))
    try database.run("DELETE FROM requests WHERE name = ? AND issued <= 0", .blob(name))
  }

  /// The client whose key pays for the pictures of an address; nil where the request is kept no more.
  ///
  /// - Throws: `store-failed`.
  func owner(of address: PictureAddress) throws(RenderError) -> String? {
    guard let key = ring.addresses[address.key] else { return nil }
    return try store.use { (database) throws(RenderError) in
      try database.first(
        "SELECT client FROM requests WHERE name = ?", .blob(key.code("name", address.digest))
      ) { $0.text(0) }
    }
  }

  /// The request behind an address; nil where it is kept no more.
  ///
  /// - Throws: `store-failed`.
  func open(_ address: PictureAddress) throws(RenderError) -> Kept? {
    guard let key = ring.addresses[address.key] else { return nil }
    let name = key.code("name", address.digest)
    let sealed = try store.use { (database) throws(RenderError) in
      try database.first(
        "SELECT sealed, (SELECT count(*) FROM pins WHERE holder = name) FROM requests WHERE name = ?",
        .blob(name)
      ) { (sealed: $0.bytes(0), pins: $0.integer(1)) }
    }
    guard let sealed,
      let bytes = Seal.opened(sealed.sealed, key: key.code("seal", address.digest)),
      let root = try? JSONNode(parsing: String(decoding: bytes, as: UTF8.self)),
      let client = root["client"]?.string, let words = root["request"]?.plain
    else { return nil }
    let shown = words.photoDigests
    if sealed.pins == 0, !shown.isEmpty {
      // An earlier version did not record what addresses show.
      try store.use { (database) throws(RenderError) in
        try photos.pin(shown, isBounded: false, to: name, of: client, in: database)
      }
    }
    return Kept(client: client, words: words)
  }
}

extension JSONValue {
  /// Digests of the photos that a request names.
  var photoDigests: Set<String> { Set([member("photo")?.photoDigest].compactMap { $0 }) }

  /// The digest of the photo of this name; nil for another value.
  var photoDigest: String? {
    guard case .string(let name) = self, name.hasPrefix("sha256-") else { return nil }
    return String(name.dropFirst(7))
  }
}

extension RenderError {
  static func tooLargeToKeep(_ most: Int) -> RenderError {
    RenderError(
      .bodyTooLarge, "what would be kept has more than \(most) bytes", hint: "send less content")
  }
}
