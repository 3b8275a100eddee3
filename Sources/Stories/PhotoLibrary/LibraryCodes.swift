package import WallfarmPluginKit

// Error codes of photo libraries.

extension ErrorCode {
  /// The library has no index yet.
  package static let noLibrary = ErrorCode("no-library", .invalid)
  /// The index cannot be read or written.
  package static let libraryFailed = ErrorCode("library-failed", .storage)
  /// The file is not an index, is corrupt, or was written by a newer version of the program.
  package static let libraryDamaged = ErrorCode("library-damaged", .storage)
  /// Another scan is running, or another program is reading an index that is to be deleted.
  package static let libraryBusy = ErrorCode("library-busy", .unavailable)
  /// No trip has the given ID, or no photo was taken on the given day.
  package static let unknownTrip = ErrorCode("unknown-trip", .invalid)
}
