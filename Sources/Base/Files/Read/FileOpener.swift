public import Diagnostics
internal import Synchronization

/// Opens files outside the fence of a worker, through its parent process.
///
/// Like the fence, the opener is process-wide and set when the worker starts.
public enum FileOpener {
  /// Opens a file for reading and returns its descriptor.
  public typealias Opener = @Sendable (_ path: String) throws(RenderError) -> Int32

  private static let opener = Mutex<Opener?>(nil)

  /// Sets the opener for files that fail with `EACCES`.
  public static func set(_ opener: @escaping Opener) { Self.opener.withLock { $0 = opener } }

  static var other: Opener? { opener.withLock { $0 } }
}
