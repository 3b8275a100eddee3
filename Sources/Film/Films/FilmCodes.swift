public import WallfarmPluginKit

// Error codes for film encoders.

extension ErrorCode {
  /// An encoder is missing or failed.
  public static let filmFailed = ErrorCode("film-failed", .installation)
}

extension RenderError {
  static func filmFailed(
    _ reason: String,
    hint: String = "write PNG files, which need no encoder: --output FOLDER/"
  ) -> RenderError {
    RenderError(.filmFailed, "the film cannot be rendered: \(reason)", hint: hint)
  }
}
