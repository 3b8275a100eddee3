public import Diagnostics
internal import Synchronization

/// Who opens files that this process itself may not: in a worker behind a fence, the process outside.
///
/// It belongs to the process as the fence does: both stand from the moment a worker starts until it
/// ends.
public enum FileOpener {
  /// Opens a file to read and returns its descriptor, or says why it cannot.
  public typealias Opener = @Sendable (_ path: String) throws(RenderError) -> Int32

  private static let opener = Mutex<Opener?>(nil)

  /// Lets somebody else open what the system refuses to this process with `EACCES`.
  public static func set(_ opener: @escaping Opener) { Self.opener.withLock { $0 = opener } }

  static var other: Opener? { opener.withLock { $0 } }
}
