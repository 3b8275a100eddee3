// OutputStore documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Diagnostics
internal import Digests
internal import Synchronization

/// Stores objects in a bucket under a key prefix.
///
/// A single PUT is atomic. Conditional requests ensure that each unit has one object: a PUT with
/// `If-None-Match: *` creates the object, and a PUT with `If-Match` and the last ETag replaces it.
public final class S3Store: OutputStore {
  public let address: String
  private let root: S3Address
  let client: S3Client
  /// Whether the store returns 403 for missing objects, as AWS does if the access key lacks the
  /// `s3:ListBucket` permission.
  private let isAbsenceHidden = Mutex(false)

  /// Maximum number of attempts to replace an object that other writers change concurrently.
  private static let looks = 8
  /// Maximum size of one PUT in bytes (S3 user guide, "Uploading objects").
  private static let mostBytes = 5 << 30

  /// Creates a store for a prefix in a bucket.
  ///
  /// - Parameters:
  ///   - address: the address, `s3://BUCKET/PREFIX`.
  ///   - environment: the endpoint, region and credentials.
  /// - Throws: `invalid-parameter`.
  public convenience init(_ address: String, _ environment: S3Environment) throws(RenderError) {
    try self.init(address, S3Client(environment))
  }

  package init(_ address: String, _ client: S3Client) throws(RenderError) {
    var short = address
    while short.hasSuffix("/") && short != S3Address.scheme { short.removeLast() }
    root = try S3Address(short)
    self.address = root.description
    self.client = client
  }

  func place(_ name: String) throws(RenderError) -> S3Address {
    let key = root.key.isEmpty ? name : "\(root.key)/\(name)"
    guard key.utf8.count <= S3Address.longestKey, !name.isEmpty else {
      throw .notAnAddress(address(of: name), "a key must have 1 to \(S3Address.longestKey) bytes")
    }
    return S3Address(bucket: root.bucket, key: key)
  }

  public func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool {
    let place = try place(name)
    guard bytes.count <= S3Store.mostBytes else {
      throw .objectTooLarge(place.description, S3Store.mostBytes)
    }
    var question = S3Client.Question("PUT", place)
    question.body = bytes
    question.sha256 = facts.sha256
    question.expected = [200, 412]
    question.headers = S3Store.headers(facts)
    if rule == .replacing {
      question.expected = [200]
      _ = try client.ask(question)
      return true
    }
    question.headers["if-none-match"] = "*"
    // Whether the stored object has the same bytes, so that this PUT only raises its token.
    var isSame = false
    for _ in 0..<S3Store.looks {
      if try client.ask(question).status == 200 { return !isSame }
      // The status may be 412 although this PUT created the object, because the response to its
      // first attempt may have been lost.
      guard let (found, tag) = try head(place, name) else {
        (question.headers["if-match"], question.headers["if-none-match"]) = (nil, "*")
        (question.expected, isSame) = ([200, 412], false)
        continue
      }
      isSame = found.sha256 == facts.sha256
      if isSame, !S3Store.advances(found, facts, rule) { return false }
      if !isSame { try S3Store.check(found, facts, rule, place) }
      (question.headers["if-match"], question.headers["if-none-match"]) = (tag, nil)
      // AWS returns 404 if the object was removed in the meantime.
      question.expected = [200, 404, 412]
    }
    throw .storeUnreachable(place.description, "other writers keep changing the object")
  }

  /// Whether to put identical bytes again in order to raise the token of the object.
  ///
  /// Without this PUT, an attempt whose token is between the stored token and the new token could
  /// still replace the object.
  private static func advances(
    _ found: StoredObject, _ facts: ObjectFacts, _ rule: PutRule
  ) -> Bool {
    guard rule == .fenced, let own = facts.owner, let other = found.owner else { return false }
    return other.unit == own.unit && other.queue == own.queue && other.token < own.token
  }

  /// Checks that the new object may replace the stored object.
  private static func check(
    _ found: StoredObject, _ facts: ObjectFacts, _ rule: PutRule, _ place: S3Address
  ) throws(RenderError) {
    guard rule == .fenced, let own = facts.owner, let other = found.owner, other.unit == own.unit
    else { throw .outputTaken(place.description) }
    // Tokens from different queues are not comparable.
    guard other.queue == own.queue else { return }
    if other.token > own.token { throw .outputLate(place.description) }
    if other.digest == own.digest { throw .outputDiffers(place.description) }
  }

  public func look(at name: String) throws(RenderError) -> StoredObject? {
    try head(try place(name), name)?.object
  }

  private func head(
    _ place: S3Address, _ name: String
  ) throws(RenderError) -> (object: StoredObject, tag: String)? {
    var question = S3Client.Question("HEAD", place)
    question.expected = [200, 403, 404]
    let answer = try client.ask(question)
    if answer.status == 403 {
      guard try hidesAbsence() else { throw client.refusal(place, answer) }
      return nil
    }
    guard answer.status == 200 else {
      try checkBucket()
      return nil
    }
    let bytes = answer.headers["content-length"].flatMap { Int($0) } ?? 0
    let known = answer.headers[Meta.sha256]
    // If another program stored the object, its metadata contains no digest.
    let sha256: String
    if let known {
      sha256 = known
    } else {
      sha256 = SHA256.hex(of: try read(name, limit: max(bytes, 1)))
    }
    let object = StoredObject(bytes: bytes, sha256: sha256, owner: S3Store.owner(answer.headers))
    guard let tag = answer.headers["etag"], S3Store.isStrong(tag) else {
      throw .storeCannot(place.description, "objects have no strong ETag")
    }
    return (object, tag)
  }

  /// Whether a tag is a strong validator (RFC 9110, section 8.8.3).
  static func isStrong(_ tag: String) -> Bool { !tag.isEmpty && !tag.hasPrefix("W/") && tag != "*" }

  /// Determines whether the store returns 403 for a missing object even if the access key has read
  /// access.
  ///
  /// - Throws: `store-unreachable`.
  private func hidesAbsence() throws(RenderError) -> Bool {
    if isAbsenceHidden.withLock({ $0 }) { return true }
    let name = S3Store.probeName()
    do throws(RenderError) {
      try putProbe(name, "wallfarm\n")
      let (there, gone) = (try status(name), try status(S3Store.probeName()))
      try? remove(name)
      guard there == 200, gone == 403 else { return false }
    } catch {
      // The access key has no write access, so the test object cannot be stored.
      guard error.code == .storeRefused else { throw error }
      return false
    }
    isAbsenceHidden.withLock { $0 = true }
    return true
  }

  static func probeName() -> String { ".wallfarm/probe-\(UInt64.random(in: .min ... .max))" }

  private func putProbe(_ name: String, _ text: String) throws(RenderError) {
    let bytes = Array(text.utf8)
    try put(
      bytes, ObjectFacts(sha256: SHA256.hex(of: bytes), type: "text/plain"), as: name, .replacing)
  }

  private func status(_ name: String) throws(RenderError) -> Int {
    var question = S3Client.Question("HEAD", try place(name))
    question.expected = [200, 403, 404]
    return try client.ask(question).status
  }

  /// Checks that the bucket exists, because a HEAD response has no body that would distinguish a
  /// missing bucket from a missing object.
  private func checkBucket() throws(RenderError) {
    var question = S3Client.Question("HEAD", S3Address(bucket: root.bucket, key: ""))
    // An access key that can only read objects may receive 403 for the bucket.
    question.expected = [200, 403]
    _ = try client.ask(question)
  }

  public func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8] {
    let place = try place(name)
    var question = S3Client.Question("GET", place)
    question.expected = [200, 403, 404]
    // Allow for the body of an error response, which may be longer than the object.
    question.most = max(limit, 1 << 16)
    for _ in 0..<S3Client.attempts {
      let answer = try client.ask(question)
      if answer.status == 403, try !hidesAbsence() { throw client.refusal(place, answer) }
      guard answer.status == 200 else { throw .inputMissing(place.description) }
      guard answer.body.count <= limit else { throw .objectTooLarge(place.description, limit) }
      // If the response was truncated or altered, read the object again.
      guard let known = answer.headers[Meta.sha256] else { return answer.body }
      if SHA256.hex(of: answer.body) == known { return answer.body }
    }
    throw .storeUnreachable(
      place.description, "the response does not match the digest of the object")
  }

  public func remove(_ name: String) throws(RenderError) {
    var question = S3Client.Question("DELETE", try place(name))
    question.expected = [200, 204, 404]
    _ = try client.ask(question)
  }

  /// Puts a small object and removes it.
  public func probe() throws(RenderError) {
    let name = S3Store.probeName()
    try putProbe(name, "wallfarm\n")
    try remove(name)
  }

  // MARK: - Metadata

  private enum Meta {
    static let sha256 = "x-amz-meta-wallfarm-sha256"
    static let queue = "x-amz-meta-wallfarm-queue"
    static let unit = "x-amz-meta-wallfarm-unit"
    static let digest = "x-amz-meta-wallfarm-digest"
    static let token = "x-amz-meta-wallfarm-token"
    static let fingerprint = "x-amz-meta-wallfarm-fingerprint"
  }

  static func headers(_ facts: ObjectFacts) -> [String: String] {
    var headers = [
      "content-type": facts.type, Meta.sha256: facts.sha256,
      // The store compares this checksum with the received bytes.
      "x-amz-checksum-sha256": Base64.text(of: bytes(ofHex: facts.sha256)),
    ]
    headers["cache-control"] = facts.caching
    guard let owner = facts.owner else { return headers }
    headers[Meta.queue] = owner.queue
    headers[Meta.unit] = S3Signer.encoded(owner.unit)
    headers[Meta.digest] = owner.digest
    headers[Meta.token] = "\(owner.token)"
    headers[Meta.fingerprint] = owner.fingerprint
    return headers
  }

  private static func owner(_ headers: [String: String]) -> ObjectOwner? {
    guard let queue = headers[Meta.queue], let unit = headers[Meta.unit],
      let digest = headers[Meta.digest], let token = headers[Meta.token].flatMap({ Int($0) })
    else { return nil }
    return ObjectOwner(
      queue: queue, unit: decoded(unit), digest: digest, token: token,
      fingerprint: headers[Meta.fingerprint] ?? "")
  }

  private static func decoded(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2 else {
        bytes.append(byte)
        continue
      }
      let pair = String(decoding: rest.prefix(2), as: UTF8.self)
      bytes.append(UInt8(pair, radix: 16) ?? 0x3F)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }
}
