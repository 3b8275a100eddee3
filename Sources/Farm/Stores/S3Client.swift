package import Diagnostics
internal import Files
internal import Glibc
internal import Synchronization

/// Sends requests to an object store, with retries.
package final class S3Client: Sendable {
  private let environment: S3Environment
  private let transfer = Transfer()
  /// The difference in seconds between the store's clock and the local clock.
  private let offset = Mutex(0)

  /// The maximum number of attempts per request; the pauses between them add up to at most about 5
  /// s.
  static let attempts = 7
  /// The maximum pause between attempts, in microseconds.
  ///
  /// The limit for a pause starts at 1/50 of this value and doubles with each attempt. Each pause
  /// is a random time between half of the limit and the limit.
  private let longestPause: Int
  /// The maximum time without progress, in seconds; the total duration of a transfer is unlimited.
  private let patience: Int

  package init(_ environment: S3Environment, longestPause: Int = 4_000_000, patience: Int = 30) {
    (self.environment, self.longestPause) = (environment, longestPause)
    self.patience = patience
  }

  /// An unsigned request to the store.
  package struct Question {
    let method: String
    let place: S3Address
    /// Additional headers, with lowercase names.
    var headers: [String: String] = [:]
    /// The body, or nil.
    var body: UnsafeRawBufferPointer?
    /// SHA-256 of the body; defaults to the digest of an empty body.
    package var sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// The expected status codes; a response with any other status is an error or is retried.
    var expected: Set<Int> = [200]
    /// Maximum size of the response body in bytes.
    var most = 1 << 16

    package init(_ method: String, _ place: S3Address) {
      (self.method, self.place) = (method, place)
    }
  }

  /// The outcome of one attempt.
  private enum Outcome {
    case answer(Transfer.Answer)
    /// A failure that may be retried, and its reason.
    case again(String)
    case refused(RenderError)
  }

  /// Sends a request, making at most `attempts` attempts.
  package func ask(
    _ question: Question, attempts: Int = S3Client.attempts
  ) throws(RenderError) -> Transfer.Answer {
    var last = ""
    for attempt in 0..<attempts {
      if attempt > 0 { pause(before: attempt) }
      switch try once(question) {
      case .answer(let answer): return answer
      case .again(let reason): last = reason
      case .refused(let error): throw error
      }
    }
    throw .storeUnreachable(question.place.description, last)
  }

  /// Sleeps with exponential backoff and jitter (AWS Architecture Blog, "Exponential backoff and
  /// jitter").
  private func pause(before attempt: Int) {
    let most = min(longestPause, longestPause / 100 << attempt)
    usleep(UInt32.random(in: UInt32(most / 2)...UInt32(most)))
  }

  private func once(_ question: Question) throws(RenderError) -> Outcome {
    let place = question.place.description
    let request = try request(question)
    let answer: Transfer.Answer
    do throws(Transfer.Failure) {
      answer = try transfer.run(request)
    } catch {
      switch error.kind {
      case .silent, .late, .broken: return .again(error.reason)
      case .untrusted:
        return .refused(
          .storeRefused(
            place, error.reason,
            hint: "set AWS_CA_BUNDLE to the path of a file with the trusted certificates"))
      case .large: return .refused(.objectTooLarge(place, question.most))
      case .impossible:
        return .refused(.storeRefused(place, error.reason, hint: "check AWS_ENDPOINT_URL"))
      }
    }
    if question.expected.contains(answer.status) { return .answer(answer) }
    let said = Said(answer)
    switch (answer.status, said.code) {
    case (_, "RequestTimeTooSkewed"):
      takeTime(answer)
      return .again(said.text)
    case (501, _): return .refused(refusal(question.place, answer))
    // Corrupted transfers and temporary store failures are retryable.
    case (500..., _), (408, _), (429, _), (_, "BadDigest"), (_, "IncompleteBody"),
      (_, "RequestTimeout"), (_, "ConditionalRequestConflict"), (_, "OperationAborted"),
      (_, "XAmzContentSHA256Mismatch"):
      return .again(said.text)
    default: return .refused(refusal(question.place, answer))
    }
  }

  /// The error for an unexpected response.
  func refusal(_ place: S3Address, _ answer: Transfer.Answer) -> RenderError {
    let said = Said(answer)
    return .storeRefused(
      place.description, environment.hiding(said.text), hint: said.hint(answer))
  }

  /// Signs a request with the current time.
  private func request(_ question: Question) throws(RenderError) -> Transfer.Request {
    let place = question.place
    let (root, host, prefix) = self.host(of: place)
    let path = prefix + S3Signer.encoded("/" + place.key)
    var headers = question.headers
    headers["host"] = host
    let signer = S3Signer(credentials: try environment.credentials(), region: environment.region)
    let seconds = time(nil) + offset.withLock { $0 }
    let signed = signer.sign(
      question.method, path: path, headers: headers, payload: question.sha256,
      time: S3Signer.time(seconds))
    return Transfer.Request(
      method: question.method, address: root + path,
      headers: signed.filter { $0.name != "host" }, body: question.body,
      patience: patience, most: question.most, authority: environment.authority)
  }

  /// The location of a bucket.
  ///
  /// AWS uses virtual-hosted style. Other endpoints use path style, because most of them do not
  /// have a DNS name for each bucket.
  private func host(of place: S3Address) -> (root: String, host: String, prefix: String) {
    guard let endpoint = environment.endpoint else {
      let region = environment.region
      // A wildcard certificate covers only one label, so path style is required for a bucket whose
      // name contains dots.
      let isPlain = !place.bucket.contains(".")
      let host = "\(isPlain ? place.bucket + "." : "")s3.\(region).amazonaws.com"
      return ("https://\(host)", host, isPlain ? "" : "/\(place.bucket)")
    }
    var root = endpoint
    while root.hasSuffix("/") { root.removeLast() }
    let begin = root.hasPrefix("https://") ? "https://" : "http://"
    let rest = root.dropFirst(begin.count)
    var host = String(rest.prefix { $0 != "/" })
    let below = String(rest.dropFirst(host.count))
    let usual = begin == "https://" ? ":443" : ":80"
    if host.hasSuffix(usual) { host.removeLast(usual.count) }
    return (begin + host, host, below + "/\(place.bucket)")
  }

  /// Adopts the store's clock from the `Date` header (RFC 9110, section 6.6.1).
  ///
  /// This is necessary because the store rejects requests whose time differs too much from its own.
  private func takeTime(_ answer: Transfer.Answer) {
    guard let seconds = answer.headers["date"].flatMap(Transfer.seconds) else { return }
    offset.withLock { $0 = seconds - time(nil) }
  }
}

/// The error code and message in a response.
private struct Said {
  var code = ""
  private var message = ""
  private let status: Int

  init(_ answer: Transfer.Answer) {
    status = answer.status
    let body = String(decoding: answer.body, as: UTF8.self)
    code = Said.value(of: "Code", in: body)
    message = Said.value(of: "Message", in: body)
    // A response to HEAD has no body, so derive the error code from the status.
    if code.isEmpty {
      code = [403: "AccessDenied", 404: "NoSuchBucket"][status] ?? ""
    }
  }

  /// The text of an XML element without children (S3 API reference, "Error responses").
  private static func value(of name: String, in body: String) -> String {
    guard let start = body.firstRange(of: "<\(name)>"),
      let end = body[start.upperBound...].firstRange(of: "</\(name)>")
    else { return "" }
    return String(body[start.upperBound..<end.lowerBound].prefix(200))
  }

  var text: String {
    let words = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
    return words.isEmpty ? "status \(status)" : "\(words) (\(status))"
  }

  func hint(_ answer: Transfer.Answer) -> String {
    switch code {
    case "NoSuchBucket": return "create the bucket, or use another bucket"
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "AccessDenied", "ExpiredToken",
      "InvalidToken":
      return "check the key in AWS_ACCESS_KEY_ID or ~/.aws/credentials and its permissions; the "
        + "store returns the same error for a missing object if the key lacks s3:ListBucket"
    default: break
    }
    if let region = answer.headers["x-amz-bucket-region"] { return "set AWS_REGION=\(region)" }
    return "check AWS_ENDPOINT_URL, AWS_REGION and the bucket"
  }
}

extension RenderError {
  static func objectTooLarge(_ place: String, _ limit: Int) -> RenderError {
    RenderError(
      .fileTooLarge, "'\(place)' is larger than the limit of \(limit) bytes",
      origin: .file(place), hint: "use a smaller object")
  }
}
