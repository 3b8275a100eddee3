package import WallfarmPluginKit

// Errors of library pages.

extension ErrorCode {
  /// The selection for a page contains no photos.
  package static let noPhotos = ErrorCode("no-photos", .invalid)
  /// A page is too large for browsers.
  package static let pageTooLarge = ErrorCode("page-too-large", .invalid)
}
