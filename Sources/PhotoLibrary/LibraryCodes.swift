package import WallfarmPluginKit

// What a photo library can fail with.

extension ErrorCode {
  /// There is no index yet.
  package static let noLibrary = ErrorCode("no-library")
  /// The index can be neither read nor written.
  package static let libraryFailed = ErrorCode("library-failed")
  /// The index is damaged, or was made by a newer version.
  package static let libraryDamaged = ErrorCode("library-damaged")
  /// Another scan is under way.
  package static let libraryBusy = ErrorCode("library-busy")
  /// No trip, day or place is called so.
  package static let unknownTrip = ErrorCode("unknown-trip")
}
