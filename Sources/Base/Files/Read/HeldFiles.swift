internal import Glibc
internal import Synchronization

/// Files that this process has open and that need not be on a disk: in a worker, inputs that came with an
/// order, such as a text that nobody has saved yet.
///
/// They belong to the process, as ``FileOpener`` does: a worker is at one order at a time.
public enum HeldFiles {
  private static let held = Mutex<[String: Int32]>([:])

  /// Has each path stand for a descriptor, whatever is on the disk, until this is called again.
  ///
  /// The descriptors stay the caller's, and have to stay open.
  public static func set(_ descriptors: [String: Int32]) {
    let named = Dictionary(descriptors.map { (plain($0), $1) }) { $1 }
    held.withLock { $0 = named }
  }

  /// What a path stands for: a path by which the very file can be opened and looked at; most stand for
  /// themselves.
  static func place(of path: String) -> String {
    descriptor(of: path).map { "/proc/self/fd/\($0)" } ?? path
  }

  /// The paths that stand for something, without dots and doubled slashes.
  public static var paths: [String] { held.withLock { Array($0.keys) } }

  static func descriptor(of path: String) -> Int32? {
    held.withLock { $0.isEmpty ? nil : $0[plain(path)] }
  }

  /// A path without dots and doubled slashes, by its words alone: one name for `a/./b`, `a//b` and
  /// `a/c/../b`.
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
