internal import Digests
internal import Files
package import HTTP
internal import SourceJSON
package import Storage
package import WallfarmCore
package import WallfarmPluginKit

/// The responses to `POST` requests with an `Idempotency-Key`, which are sent again if a request is
/// repeated (draft-ietf-httpapi-idempotency-key-header-07).
///
/// A response is stored in the transaction that creates what it describes, so that a repeated
/// request creates nothing, even after a crash. Each response is encrypted with a key derived from
/// the idempotency key; the store contains neither of these keys.
package struct KeptReplies: Sendable {
  let store: ServiceStore
  let ring: KeyRing
  let clock: TimeSource

  package init(store: ServiceStore, ring: KeyRing, clock: TimeSource) {
    (self.store, self.ring, self.clock) = (store, ring, clock)
  }

  /// The number of seconds, equal to 24 hours, for which a response is stored.
  package static let lifetime = 86_400
  /// Maximum length of a key in bytes.
  private static let mostKeyBytes = 255
  /// Maximum size of a stored response in bytes.
  private static let mostBytes = 8 << 20

  /// The identity of a request.
  package struct Key: Sendable {
    let client: String
    /// The value of the header.
    let text: String
    /// The digest of the method, the path, the preferences and the body.
    let digest: [UInt8]
  }

  /// Returns the key of a request, or `nil` if it has none.
  ///
  /// - Throws: `invalid-request` for an invalid key.
  package func key(of request: HTTPRequest, for client: String) throws(RenderError) -> Key? {
    let values = request.head.headers.filter { $0.name == "idempotency-key" }.map(\.value)
    guard let first = values.first else { return nil }
    // The value is a string in quotes; many clients omit the quotes.
    var text = first[...]
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"\\".utf8.contains($0) }
    guard values.count == 1, !text.isEmpty, text.utf8.count <= KeptReplies.mostKeyBytes, isPlain
    else { throw .invalidIdempotencyKey(KeptReplies.mostKeyBytes) }
    // Preferences, such as the lifetime of an address, change the response.
    let preferences = request.head.headers.filter { $0.name == "prefer" }.map(\.value)
    let head = Array(
      "\(request.head.method) \(request.head.path)\n\(preferences.joined(separator: ", "))\n".utf8)
    return Key(
      client: client, text: String(text), digest: SHA256.bytes(of: head + request.body))
  }

  /// Returns the response to an earlier request with the same key.
  ///
  /// - Throws: `idempotency-mismatch` if the key was used for a different request; `store-failed`.
  package func find(_ key: Key) throws(RenderError) -> HTTPAnswer? {
    try store.use { (database) throws(RenderError) in try find(key, in: database) }
  }

  /// Returns the response to an earlier request with the same key, in a transaction.
  ///
  /// - Throws: `idempotency-mismatch` if the key was used for a different request; `store-failed`.
  private func find(_ key: Key, in database: Database) throws(RenderError) -> HTTPAnswer? {
    let now = clock.read()
    for secret in ring.addresses.all {
      let row = try database.first(
        "SELECT digest, sealed FROM replies WHERE name = ? AND expires > ?",
        .blob(key.name(secret)), SQLValue(now.seconds)
      ) { ($0.bytes(0), $0.bytes(1)) }
      guard let (digest, sealed) = row else { continue }
      guard digest == key.sealedDigest(secret) else { throw .idempotencyMismatch() }
      guard let bytes = Seal.opened(sealed, key: key.seal(secret)),
        let node = try? JSONNode(parsing: String(decoding: bytes, as: UTF8.self))
      else { continue }
      return HTTPAnswer(kept: node)
    }
    return nil
  }

  /// The response to a request, and the person that the request has created.
  package struct Created: Sendable {
    let answer: HTTPAnswer
    /// The person whom the request creates; the response is erased with the person.
    let person: String?

    package init(_ answer: HTTPAnswer, person: String? = nil) {
      (self.answer, self.person) = (answer, person)
    }
  }

  /// Creates something and stores the response in one transaction.
  ///
  /// - Parameters:
  ///   - key: The key of the request.
  ///   - isStored: Whether the response is stored; an incomplete response is not.
  ///   - create: Creates what the response describes.
  /// - Returns: The response, which is an earlier one if another request with the same key was
  ///   faster; then `create` is not called.
  /// - Throws: `idempotency-mismatch`, `body-too-large`, `store-full`, `quota-exceeded`,
  ///   `store-failed`, and errors from `create`; then nothing is created.
  package func keep(
    for key: Key, isStored: Bool = true, by create: (Database) throws(RenderError) -> Created
  ) throws(RenderError) -> HTTPAnswer {
    try store.use { (database) throws(RenderError) in
      if let known = try find(key, in: database) { return known }
      let created = try create(database)
      if isStored { try keep(created, for: key, in: database) }
      return created.answer
    }
  }

  /// Stores a response in a transaction in which ``find(_:in:)`` has found none.
  ///
  /// - Throws: `body-too-large`, `store-full`, `quota-exceeded`, `store-failed`.
  private func keep(
    _ created: Created, for key: Key, in database: Database
  ) throws(RenderError) {
    guard case .bytes(let body) = created.answer.body, body.count <= KeptReplies.mostBytes else {
      throw .tooLargeToKeep(KeptReplies.mostBytes)
    }
    let secret = ring.addresses.first
    let text = created.answer.kept(body).text(pretty: false)
    let sealed = Seal.sealed(Array(text.utf8), key: key.seal(secret))
    let now = clock.read()
    try database.run("DELETE FROM replies WHERE name = ?", .blob(key.name(secret)))
    try store.makeRoom(for: sealed.count, of: key.client, in: database, now: now)
    try database.run(
      "INSERT INTO replies(name, client, digest, sealed, expires, person) "
        + "VALUES(?, ?, ?, ?, ?, ?)",
      .blob(key.name(secret)), SQLValue(key.client), .blob(key.sealedDigest(secret)),
      .blob(sealed), SQLValue(now.seconds + KeptReplies.lifetime), SQLValue(created.person ?? ""))
  }
}

extension KeptReplies.Key {
  private var identity: String { "\(client)\n\(text)" }

  /// The name of the response in the store.
  fileprivate func name(_ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("reply name", identity)
  }

  /// The key that encrypts the response.
  fileprivate func seal(_ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("reply seal", identity)
  }

  /// A digest of the request, from which the request cannot be guessed without the key.
  fileprivate func sealedDigest(_ secret: AddressKeys.Key) -> [UInt8] {
    secret.code("reply digest", "\(identity)\n\(Base64.addressText(of: digest))")
  }
}

extension HTTPAnswer {
  /// The response as JSON.
  fileprivate func kept(_ body: [UInt8]) -> JSONValue {
    [
      "status": .number(Double(status)), "body": .string(String(decoding: body, as: UTF8.self)),
      "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
    ]
  }

  /// Reads a response from JSON.
  fileprivate init?(kept node: JSONNode) {
    guard let status = node["status"]?.whole, let body = node["body"]?.string,
      let headers = node["headers"]?.elements
    else { return nil }
    let read = headers.compactMap { header -> HTTPHeader? in
      guard let pair = header.elements, pair.count == 2, let name = pair[0].string,
        let value = pair[1].string
      else { return nil }
      return HTTPHeader(name, value)
    }
    self.init(
      status, read + [HTTPHeader("Idempotency-Replayed", "true")], .bytes(Array(body.utf8)))
  }
}

extension RenderError {
  fileprivate static func invalidIdempotencyKey(_ most: Int) -> RenderError {
    RenderError(
      .invalidRequest, "the header 'Idempotency-Key' is invalid",
      hint: "send one key of at most \(most) visible ASCII characters, such as a random UUID in "
        + "quotation marks")
  }

  fileprivate static func idempotencyMismatch() -> RenderError {
    RenderError(
      .idempotencyMismatch, "this 'Idempotency-Key' was already used for a different request",
      hint: "use a new key for a new request, and repeat a request without changes")
  }
}
