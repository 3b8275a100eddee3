package import Diagnostics
internal import Files

// Error codes for fetching photos.

extension ErrorCode {
  /// The host of a photo is not allowed.
  package static let hostRefused = ErrorCode("host-refused", .invalid)
  /// A photo cannot be fetched from its URL.
  package static let fetchFailed = ErrorCode("fetch-failed", .upstream)
  /// Fetching a photo timed out.
  package static let fetchLate = ErrorCode("fetch-late", .upstreamTimeout)
  /// The fetcher program is missing or unusable.
  package static let fetcherMissing = ErrorCode("fetcher-missing", .installation)
}

extension RenderError {
  /// Returns the error for a failed fetch.
  static func fetchFailed(
    _ failure: FetchOutcome.Failure, _ reason: String, _ host: String, _ mostBytes: Int
  ) -> RenderError {
    let because = reason.isEmpty ? "" : ": \(reason)"
    func error(_ code: ErrorCode, _ message: String, _ hint: String) -> RenderError {
      RenderError(code, message, origin: .option("photo"), hint: hint)
    }
    let hint = "check the URL in a browser, or upload the photo: PUT /v1/photos"
    switch failure {
    case .unknown: return error(.fetchFailed, "the host '\(host)' does not exist\(because)", hint)
    case .closed:
      return error(
        .hostRefused, "'\(host)' is not allowed\(because)",
        "upload the photo: PUT /v1/photos; the operator allows networks with --photo-network")
    case .silent: return error(.fetchFailed, "'\(host)' does not respond\(because)", hint)
    case .untrusted:
      return error(.fetchFailed, "the certificate of '\(host)' is not trusted\(because)", hint)
    case .refused:
      return error(.fetchFailed, "'\(host)' did not return a photo\(because)", hint)
    case .broken:
      return error(.fetchFailed, "the response from '\(host)' is invalid\(because)", hint)
    case .large:
      return error(
        .fileTooLarge, "the photo from '\(host)' is larger than the limit of \(mostBytes) bytes",
        "use a smaller photo")
    case .late:
      return error(.fetchLate, "fetching the photo from '\(host)' timed out", "try again later")
    case .unfenced, .fetcher: return .fetcherFailed(reason)
    }
  }

  package static func fetcherFailed(_ reason: String) -> RenderError {
    RenderError(
      .fetcherMissing, "photos cannot be fetched: \(reason)", origin: .option("photos-from"),
      hint: "install all wallfarm programs, or remove --photos-from")
  }
}
