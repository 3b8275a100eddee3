package import Diagnostics
internal import Files

// Error codes for fetching photos and content, and for sending events.

extension ErrorCode {
  /// The host of a URL is not allowed.
  package static let hostRefused = ErrorCode("host-refused", .invalid)
  /// A photo or content cannot be fetched from its URL, or an event cannot be sent.
  package static let fetchFailed = ErrorCode("fetch-failed", .upstream)
  /// Fetching a photo or content, or sending an event, timed out.
  package static let fetchLate = ErrorCode("fetch-late", .upstreamTimeout)
  /// The fetcher program is missing or unusable.
  package static let fetcherMissing = ErrorCode("fetcher-missing", .installation)
}

extension RenderError {
  /// Returns the error for a failed fetch.
  static func fetchFailed(
    _ failure: FetchOutcome.Failure, _ reason: String, _ host: String, _ mostBytes: Int,
    _ resource: FetchedResource
  ) -> RenderError {
    let because = reason.isEmpty ? "" : ": \(reason)"
    func error(_ code: ErrorCode, _ message: String, _ hint: String) -> RenderError {
      RenderError(code, message, origin: resource.origin, hint: hint)
    }
    let hint = resource.failureHint
    switch failure {
    case .unknown: return error(.fetchFailed, "the host '\(host)' does not exist\(because)", hint)
    case .closed:
      return error(.hostRefused, "'\(host)' is not allowed\(because)", resource.networkHint)
    case .silent: return error(.fetchFailed, "'\(host)' does not respond\(because)", hint)
    case .untrusted:
      return error(.fetchFailed, "the certificate of '\(host)' is not trusted\(because)", hint)
    case .refused:
      return error(.fetchFailed, "'\(host)' did not return \(resource.noun)\(because)", hint)
    case .broken:
      return error(.fetchFailed, "the response from '\(host)' is invalid\(because)", hint)
    case .large:
      return error(
        .fileTooLarge,
        "\(resource.definite) from '\(host)' is larger than the limit of \(mostBytes) bytes",
        resource.sizeHint)
    case .late:
      return error(
        .fetchLate, "\(resource.transfer(host)) timed out", "try again later")
    case .unfenced, .fetcher: return .fetcherFailed(reason, resource)
    }
  }

  package static func fetcherFailed(
    _ reason: String, _ resource: FetchedResource = .photo
  ) -> RenderError {
    RenderError(
      .fetcherMissing, "\(resource.plural) cannot be \(resource.transferred): \(reason)",
      origin: .option(resource.hostOption),
      hint: "install all wallfarm programs, or remove --\(resource.hostOption)")
  }
}
