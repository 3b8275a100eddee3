package import WallfarmPluginKit

// What a page of a library can fail with.

extension ErrorCode {
  /// No photo is in what the page was to show.
  package static let noPhotos = ErrorCode("no-photos", .invalid)
  /// No browser opens so large a page in good time.
  package static let pageTooLarge = ErrorCode("page-too-large", .invalid)
}
