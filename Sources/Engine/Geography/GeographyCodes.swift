public import WallfarmPluginKit

extension ErrorCode {
  /// The coast data of maps is missing or damaged.
  public static let mapsMissing = ErrorCode("maps-missing", .installation)
}

extension RenderError {
  /// The error for unreadable coast data.
  package static func mapsMissing(_ reason: String, _ file: String) -> RenderError {
    RenderError(
      .mapsMissing, reason, origin: .file(file),
      hint: "reinstall wallfarm; 'scripts/coast-data' creates the file")
  }
}
