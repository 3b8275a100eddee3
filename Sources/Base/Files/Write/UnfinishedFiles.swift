internal import Glibc
internal import Synchronization

/// Temporary files that are being written, for a program that has to end in the middle.
public enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  static var all: Set<String> { paths.withLock { $0 } }

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes all of them; only for a program that ends right after.
  ///
  /// A file that became whole at this very moment stays: it has its own name then.
  public static func removeAll() {
    paths.withLock { paths in for path in paths { unlink(path) } }
  }
}
