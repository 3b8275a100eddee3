import CFetch
import Fetching

extension FetchOutcome {
  /// Converts a libcurl result.
  init(_ fetched: wallfarm_fetched, bytes: Int) {
    let (moved, reason) = (String(chars: fetched.moved), String(chars: fetched.reason))
    switch fetched.end {
    case WALLFARM_FETCH_DONE:
      self =
        switch fetched.status {
        case 200: .photo(bytes: bytes)
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
