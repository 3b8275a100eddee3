internal import Files
internal import Synchronization

/// The photos whose structure was checked, so that each version of a file is read once although
/// every look and device of a theme refers to it.
package final class InspectedPhotos: Sendable {
  private let files = Mutex<[String: Files.Identity]>([:])

  package init() {}

  /// Returns whether this version of a file was checked without finding an error.
  func contains(_ file: String, _ identity: Files.Identity) -> Bool {
    files.withLock { $0[file] == identity }
  }

  /// Records a file that was checked without finding an error.
  func add(_ file: String, _ identity: Files.Identity) {
    files.withLock { $0[file] = identity }
  }
}
