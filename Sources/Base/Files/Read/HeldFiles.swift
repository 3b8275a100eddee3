internal import Glibc
internal import Synchronization

/// Maps paths to open descriptors.
///
/// In a worker, these are the descriptors of inputs that arrived with an order, such as unsaved
/// text. Like ``FileOpener``, the table is process-wide, because a worker executes one order at a
/// time.
public enum HeldFiles {
  private static let held = Mutex<[String: Int32]>([:])

  /// Replaces the table of paths and descriptors.
  ///
  /// The caller owns the descriptors and must keep them open.
  public static func set(_ descriptors: [String: Int32]) {
    let named = Dictionary(descriptors.map { (plain($0), $1) }) { $1 }
    held.withLock { $0 = named }
  }

  /// A path that opens the file: `/proc/self/fd/N` for a held path; otherwise, the path itself.
  static func place(of path: String) -> String {
    descriptor(of: path).map { "/proc/self/fd/\($0)" } ?? path
  }

  /// The held paths, normalized.
  public static var paths: [String] { held.withLock { Array($0.keys) } }

  static func descriptor(of path: String) -> Int32? {
    held.withLock { $0.isEmpty ? nil : $0[plain(path)] }
  }

  /// Normalizes a path lexically: `a/./b`, `a//b` and `a/c/../b` become `a/b`.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
