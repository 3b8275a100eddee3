public import Diagnostics
internal import Synchronization

/// Opens files for a fenced worker through its parent process.
///
/// The opener, like the fence, is process-wide and is set when the worker starts.
public enum FileOpener {
  /// Opens a file for reading and returns its descriptor.
  public typealias Opener = @Sendable (_ path: String) throws(RenderError) -> Int32

  /// A closure in a lock must be in a structure: otherwise, each access wraps it once more.
  private struct State {
    var opener: Opener?
  }

  private static let state = Mutex(State())

  /// Sets the opener to use if this process is denied access to a file (`EACCES`).
  public static func set(_ opener: @escaping Opener) { state.withLock { $0.opener = opener } }

  static var other: Opener? { state.withLock(\.opener) }
}
