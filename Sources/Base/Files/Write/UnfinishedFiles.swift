internal import Glibc
internal import Synchronization

/// Tracks the temporary files that are being written, so that they can be deleted if the program is
/// interrupted.
public enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  package static var all: Set<String> { paths.withLock { $0 } }

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Deletes all temporary files; call this function only immediately before the program exits.
  ///
  /// A file that is being renamed at the same time is kept under its final name.
  public static func removeAll() {
    paths.withLock { paths in for path in paths { unlink(path) } }
  }
}
