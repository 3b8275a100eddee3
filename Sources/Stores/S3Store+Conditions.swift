internal import Digests
public import WallfarmPluginKit

/// Tries the behavior that keeps a late worker from replacing a newer picture, before any is put.
///
/// Not every store that takes `If-None-Match` and `If-Match` of a PUT also honors them.
extension S3Store {
  /// Puts a small object under conditions that hold and that do not, and takes it away.
  ///
  /// - Throws: `store-refused` with the condition that is not honored, `store-unreachable`.
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
    try refuses("second", at: name, ["if-match": S3Store.strangeTag], first)
    _ = try put("second", at: name, ["if-match": first])
    let second = try found(at: name, "second", after: "PUT with If-Match")
    guard second != first else { throw cannot("different objects of a name have one ETag") }
    try refuses("third", at: name, ["if-match": first], second)
  }

  /// The tag of no object.
  private static let strangeTag = "\"00000000000000000000000000000000\""

  private func facts(_ text: String) -> ObjectFacts {
    ObjectFacts(
      sha256: SHA256.hex(of: Array(text.utf8)), type: "text/plain",
      owner: ObjectOwner(queue: "probe", unit: "a/ü", digest: text, token: 7, fingerprint: "f"))
  }

  /// The status of a PUT under a condition.
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
        // The answer to a first try may have been lost.
        question.expected = [200, 404, 412]
        return try client.ask(question).status
      }
    }
    return try result.get()
  }

  /// Sees that a condition that does not hold keeps the object as it is.
  private func refuses(
    _ text: String, at name: String, _ condition: [String: String], _ tag: String
  ) throws(RenderError) {
    let words = condition.map { "\($0 == "if-match" ? "If-Match" : "If-None-Match"): \($1)" }
    let status = try put(text, at: name, condition)
    guard status == 412 || status == 404 else {
      throw cannot("it puts an object although '\(words.joined())' does not hold")
    }
    guard let now = try client.tag(try place(name)), now == tag else {
      throw cannot("it refuses '\(words.joined())' and changes the object all the same")
    }
  }

  /// The tag of the object that was put, with all that stands beside it.
  private func found(
    at name: String, _ text: String, after call: String
  ) throws(RenderError) -> String {
    guard let object = try look(at: name), object.sha256 == facts(text).sha256,
      try read(name, limit: 64) == Array(text.utf8)
    else { throw cannot("an object is not there after a \(call) that has to succeed") }
    guard object.owner == facts(text).owner else {
      throw cannot("it does not keep the metadata of objects")
    }
    guard let tag = try client.tag(try place(name)) else { throw cannot("objects have no ETag") }
    return tag
  }

  private func cannot(_ reason: String) -> RenderError { .storeCannot(address, reason) }
}

extension S3Client {
  /// The strong tag of an object that is there.
  fileprivate func tag(_ place: S3Address) throws(RenderError) -> String? {
    let tag = try ask(Question("HEAD", place)).headers["etag"]
    return tag.flatMap { S3Store.isStrong($0) ? $0 : nil }
  }
}
