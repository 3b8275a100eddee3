public import Diagnostics
internal import Digests

/// Tests that a store honors conditional PUT requests, so that a late worker cannot replace a newer
/// picture.
///
/// Some stores accept the `If-None-Match` and `If-Match` headers of a PUT request but ignore them.
extension S3Store {
  /// Puts a small object, with conditions that are true and conditions that are false, and removes
  /// the object.
  ///
  /// - Throws: `store-refused`, which names the condition that the store ignored, or
  ///   `store-unreachable`.
  public func checkConditions() throws(RenderError) {
    let name = S3Store.probeName()
    do throws(RenderError) {
      try tryConditions(at: name)
    } catch {
      try? remove(name)
      throw error
    }
    try remove(name)
  }

  private func tryConditions(at name: String) throws(RenderError) {
    _ = try put("first", at: name, ["if-none-match": "*"])
    let first = try found(at: name, "first", after: "PUT with If-None-Match: *")
    try refuses("second", at: name, ["if-none-match": "*"], first)
    try refuses("second", at: name, ["if-match": S3Store.unmatchedTag], first)
    _ = try put("second", at: name, ["if-match": first])
    let second = try found(at: name, "second", after: "PUT with If-Match")
    guard second != first else {
      throw cannot("different versions of an object have the same ETag")
    }
    try refuses("third", at: name, ["if-match": first], second)
  }

  /// An ETag that matches no object.
  private static let unmatchedTag = "\"00000000000000000000000000000000\""

  private func facts(_ text: String) -> ObjectFacts {
    ObjectFacts(
      sha256: SHA256.hex(of: Array(text.utf8)), type: "text/plain",
      owner: ObjectOwner(queue: "probe", unit: "a/ü", digest: text, token: 7, fingerprint: "f"))
  }

  /// Sends a PUT request with a condition and returns the status.
  private func put(
    _ text: String, at name: String, _ condition: [String: String]
  ) throws(RenderError) -> Int {
    let (place, facts) = (try place(name), facts(text))
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(RenderError) in
        var question = S3Client.Question("PUT", place)
        (question.body, question.sha256) = (bytes, facts.sha256)
        question.headers = S3Store.headers(facts).merging(condition) { $1 }
        // If the response to a successful attempt was lost, the client retries, and the condition
        // of the retry fails. Therefore, also expect 404 and 412.
        question.expected = [200, 404, 412]
        return try client.ask(question).status
      }
    }
    return try result.get()
  }

  /// Checks that a PUT with a false condition fails and leaves the object unchanged.
  private func refuses(
    _ text: String, at name: String, _ condition: [String: String], _ tag: String
  ) throws(RenderError) {
    let words = condition.map { "\($0 == "if-match" ? "If-Match" : "If-None-Match"): \($1)" }
    let status = try put(text, at: name, condition)
    guard status == 412 || status == 404 else {
      throw cannot("it ignores '\(words.joined())' in a PUT")
    }
    guard let now = try client.tag(try place(name)), now == tag else {
      throw cannot("it rejects a PUT with '\(words.joined())' but still changes the object")
    }
  }

  /// Returns the ETag of the stored object after checking the object's bytes and metadata.
  private func found(
    at name: String, _ text: String, after call: String
  ) throws(RenderError) -> String {
    guard let object = try look(at: name), object.sha256 == facts(text).sha256,
      try read(name, limit: 64) == Array(text.utf8)
    else { throw cannot("an object is missing after a successful \(call)") }
    guard object.owner == facts(text).owner else {
      throw cannot("it does not keep the metadata of objects")
    }
    guard let tag = try client.tag(try place(name)) else { throw cannot("objects have no ETag") }
    return tag
  }

  private func cannot(_ reason: String) -> RenderError { .storeCannot(address, reason) }
}

extension S3Client {
  /// The strong ETag of an existing object.
  fileprivate func tag(_ place: S3Address) throws(RenderError) -> String? {
    let tag = try ask(Question("HEAD", place)).headers["etag"]
    return tag.flatMap { S3Store.isStrong($0) ? $0 : nil }
  }
}
