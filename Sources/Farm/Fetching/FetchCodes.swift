package import Diagnostics
internal import Files

// Errors of fetching photos.

extension ErrorCode {
  /// Photos are not fetched from this host, or from any host.
  package static let hostRefused = ErrorCode("host-refused", .invalid)
  /// A photo cannot be fetched from its address.
  package static let fetchFailed = ErrorCode("fetch-failed", .upstream)
  /// A photo did not arrive in time.
  package static let fetchLate = ErrorCode("fetch-late", .upstreamTimeout)
  /// The program that fetches photos is missing or unusable.
  package static let fetcherMissing = ErrorCode("fetcher-missing", .installation)
}

extension RenderError {
  /// Why a photo was not fetched.
  static func fetchFailed(
    _ failure: FetchOutcome.Failure, _ reason: String, _ host: String, _ mostBytes: Int
  ) -> RenderError {
    let because = reason.isEmpty ? "" : ": \(reason)"
    func error(_ code: ErrorCode, _ message: String, _ hint: String) -> RenderError {
      RenderError(code, message, origin: .option("photo"), hint: hint)
    }
    let hint = "look at the address with a browser, or send the photo: PUT /v1/photos"
    switch failure {
    case .unknown: return error(.fetchFailed, "there is no host '\(host)'\(because)", hint)
    case .closed:
      return error(
        .hostRefused, "'\(host)' is not asked\(because)",
        "send the photo: PUT /v1/photos; the operator allows networks with --photo-network")
    case .silent: return error(.fetchFailed, "'\(host)' does not answer\(because)", hint)
    case .untrusted:
      return error(.fetchFailed, "'\(host)' cannot be trusted\(because)", hint)
    case .refused: return error(.fetchFailed, "'\(host)' gives no photo\(because)", hint)
    case .broken: return error(.fetchFailed, "what '\(host)' answers is broken\(because)", hint)
    case .large:
      return error(
        .fileTooLarge, "the photo of '\(host)' has more than \(mostBytes) bytes",
        "use a smaller one")
    case .late:
      return error(.fetchLate, "the photo of '\(host)' did not come in time", "try again later")
    case .unfenced, .fetcher: return .fetcherFailed(reason)
    }
  }

  package static func fetcherFailed(_ reason: String) -> RenderError {
    RenderError(
      .fetcherMissing, "photos cannot be fetched: \(reason)", origin: .option("photos-from"),
      hint: "install wallfarm as a whole, or take out --photos-from")
  }
}
