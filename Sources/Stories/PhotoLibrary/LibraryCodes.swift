package import WallfarmPluginKit

// What a photo library can fail with.

extension ErrorCode {
  /// There is no index yet.
  package static let noLibrary = ErrorCode("no-library", .invalid)
  /// The index can be neither read nor written.
  package static let libraryFailed = ErrorCode("library-failed", .storage)
  /// The file is no index, is damaged, or was made by a newer version.
  package static let libraryDamaged = ErrorCode("library-damaged", .storage)
  /// Another scan is under way, or another program reads what is to be erased.
  package static let libraryBusy = ErrorCode("library-busy", .unavailable)
  /// No trip is called so, no photo was taken on that day, or none on this day of other years.
  package static let unknownTrip = ErrorCode("unknown-trip", .invalid)
}
