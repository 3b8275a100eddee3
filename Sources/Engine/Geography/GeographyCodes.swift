public import WallfarmPluginKit

extension ErrorCode {
  /// The coastline data for maps is missing or damaged.
  public static let mapsMissing = ErrorCode("maps-missing", .installation)
}

extension RenderError {
  /// The error for coastline data that cannot be read.
  package static func mapsMissing(_ reason: String, _ file: String) -> RenderError {
    RenderError(
      .mapsMissing, reason, origin: .file(file),
      hint: "reinstall wallfarm; 'scripts/coast-data' creates the file")
  }
}
