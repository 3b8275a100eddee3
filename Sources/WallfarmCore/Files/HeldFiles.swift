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
  public static func set(_ descriptors: [String: Int32]) { held.withLock { $0 = descriptors } }

  /// What a path stands for: a path by which the very file can be opened and looked at; most stand for
  /// themselves.
  static func place(of path: String) -> String {
    held.withLock { $0.isEmpty ? nil : $0[path] }.map { "/proc/self/fd/\($0)" } ?? path
  }
}
