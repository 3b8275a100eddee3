// What each of its functions does is said once, in OutputStore.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Digests
public import WallfarmPluginKit

/// Objects in a bucket, below a key.
///
/// A single PUT is whole or nothing. That there is one object for a unit, whatever queue and network do, is up to the
/// store: `If-None-Match: *` for the first, and `If-Match` with what was looked at for one that takes its place.
public final class S3Store: OutputStore {
  public let address: String
  private let root: S3Address
  private let client: S3Client

  /// How often an object is looked at that others change at the same time.
  private static let looks = 8
  /// Most bytes of one PUT (S3 user guide, "Uploading objects").
  private static let mostBytes = 5 << 30

  /// Names a bucket and a place in it.
  ///
  /// - Parameters:
  ///   - address: `s3://BUCKET/PREFIX`.
  ///   - environment: where the store is, and who asks.
  /// - Throws: `invalid-parameter`.
  public convenience init(_ address: String, _ environment: S3Environment) throws(RenderError) {
    try self.init(address, S3Client(environment))
  }

  init(_ address: String, _ client: S3Client) throws(RenderError) {
    var short = address
    while short.hasSuffix("/") && short != S3Address.scheme { short.removeLast() }
    root = try S3Address(short)
    self.address = root.description
    self.client = client
  }

  private func place(_ name: String) throws(RenderError) -> S3Address {
    let key = root.key.isEmpty ? name : "\(root.key)/\(name)"
    guard key.utf8.count <= S3Address.longestKey, !name.isEmpty else {
      throw .notAnAddress(address(of: name), "a key has 1 to \(S3Address.longestKey) bytes")
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
    for _ in 0..<S3Store.looks {
      if try client.ask(question).status == 200 { return true }
      // An answer may have been lost: then it is what was just put there.
      guard let (found, tag) = try head(place, name) else {
        (question.headers["if-match"], question.headers["if-none-match"]) = (nil, "*")
        continue
      }
      if found.sha256 == facts.sha256 { return false }
      try S3Store.check(found, facts, rule, place)
      (question.headers["if-match"], question.headers["if-none-match"]) = (tag, nil)
    }
    throw .storeUnreachable(place.description, "others put something there all the time")
  }

  /// Whether an object may take the place of another one.
  private static func check(
    _ found: StoredObject, _ facts: ObjectFacts, _ rule: PutRule, _ place: S3Address
  ) throws(RenderError) {
    guard rule == .fenced, let own = facts.owner, let other = found.owner, other.unit == own.unit
    else { throw .outputTaken(place.description) }
    // Tokens of a queue that stood at this address before mean nothing.
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
    question.expected = [200, 404]
    let answer = try client.ask(question)
    guard answer.status == 200 else {
      try checkBucket()
      return nil
    }
    let bytes = answer.headers["content-length"].flatMap { Int($0) } ?? 0
    let known = answer.headers[Meta.sha256]
    // One that somebody else has put there says nothing of itself.
    let sha256: String
    if let known {
      sha256 = known
    } else {
      sha256 = SHA256.hex(of: try read(name, limit: max(bytes, 1)))
    }
    let object = StoredObject(bytes: bytes, sha256: sha256, owner: S3Store.owner(answer.headers))
    return (object, answer.headers["etag"] ?? "*")
  }

  /// An answer without words says the same of a bucket and of an object that is not there.
  private func checkBucket() throws(RenderError) {
    var question = S3Client.Question("HEAD", S3Address(bucket: root.bucket, key: ""))
    // Who may read objects only is not told of the bucket.
    question.expected = [200, 403]
    _ = try client.ask(question)
  }

  public func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8] {
    let place = try place(name)
    var question = S3Client.Question("GET", place)
    question.expected = [200, 404]
    // An answer that says why not may be longer than what was asked for.
    question.most = max(limit, 1 << 16)
    for _ in 0..<S3Client.attempts {
      let answer = try client.ask(question)
      guard answer.status == 200 else { throw .inputMissing(place.description) }
      guard answer.body.count <= limit else { throw .objectTooLarge(place.description, limit) }
      // What was cut or changed on its way is asked for again.
      guard let known = answer.headers[Meta.sha256] else { return answer.body }
      if SHA256.hex(of: answer.body) == known { return answer.body }
    }
    throw .storeUnreachable(place.description, "what comes is not what was put there")
  }

  public func remove(_ name: String) throws(RenderError) {
    var question = S3Client.Question("DELETE", try place(name))
    question.expected = [200, 204, 404]
    _ = try client.ask(question)
  }

  /// Puts a small object there and takes it away.
  public func probe() throws(RenderError) {
    let name = ".wallfarm/probe-\(UInt64.random(in: .min ... .max))"
    let bytes = Array("wallfarm\n".utf8)
    try put(
      bytes, ObjectFacts(sha256: SHA256.hex(of: bytes), type: "text/plain"), as: name, .replacing)
    try remove(name)
  }

  // MARK: - What stands beside an object

  private enum Meta {
    static let sha256 = "x-amz-meta-wallfarm-sha256"
    static let queue = "x-amz-meta-wallfarm-queue"
    static let unit = "x-amz-meta-wallfarm-unit"
    static let digest = "x-amz-meta-wallfarm-digest"
    static let token = "x-amz-meta-wallfarm-token"
    static let fingerprint = "x-amz-meta-wallfarm-fingerprint"
  }

  private static func headers(_ facts: ObjectFacts) -> [String: String] {
    var headers = [
      "content-type": facts.type, Meta.sha256: facts.sha256,
      // The store compares it with what arrives.
      "x-amz-checksum-sha256": Base64.text(of: bytes(ofHex: facts.sha256)),
    ]
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
