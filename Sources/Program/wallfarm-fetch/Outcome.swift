import CFetch
import Fetching

extension FetchOutcome {
  /// Converts a libcurl result.
  ///
  /// - Parameters:
  ///   - fetched: The result.
  ///   - bytes: The size of the received body.
  ///   - order: The order.
  init(_ fetched: wallfarm_fetched, bytes: Int, for order: FetchOrder) {
    // The receiver has the message as soon as it responds, even if its response is never complete.
    if case .some = order.message, fetched.status >= 200 {
      self = .answered(
        SentReply(status: fetched.status, retryAfter: String(chars: fetched.retry)))
      return
    }
    let (moved, reason) = (String(chars: fetched.moved), String(chars: fetched.reason))
    let validators = FetchValidators(
      tag: String(chars: fetched.tag), modified: String(chars: fetched.modified))
    switch fetched.end {
    case WALLFARM_FETCH_DONE:
      self =
        switch fetched.status {
        case 200:
          .fetched(
            bytes: bytes,
            FetchedFacts(mediaType: String(chars: fetched.type), validators: validators))
        case 304 where !order.known.isEmpty: .unchanged(validators)
        case 300...399 where !moved.isEmpty: .moved(to: moved)
        default: .failed(.refused, "it returned status \(fetched.status)")
        }
    case WALLFARM_FETCH_TLS: self = .failed(.untrusted, reason)
    case WALLFARM_FETCH_LATE: self = .failed(.late, reason)
    case WALLFARM_FETCH_LARGE: self = .failed(.large, reason)
    default: self = .failed(.broken, reason)
    }
  }
}

extension String {
  /// Decodes a C string up to its null terminator.
  fileprivate init<Characters>(chars: Characters) {
    self = withUnsafeBytes(of: chars) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
