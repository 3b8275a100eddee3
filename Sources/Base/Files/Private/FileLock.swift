internal import Glibc

/// The right to use a file alone, or with others of the same mind; the system takes it back when the process ends, however it ends.
public final class FileLock {
  private let descriptor: Int32

  /// Why a lock was not to be had.
  public enum Failure: Error, Sendable, Hashable {
    /// Somebody else has it.
    case busy
    /// The system's reason.
    case impossible(String)
  }

  /// Takes the lock of a file, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - path: the file; it must not be replaced while the lock is held.
  ///   - patience: how often to try, ten milliseconds apart.
  ///   - isPrivate: whether only its owner may open the file; one of somebody else is refused then.
  ///   - isShared: whether others may have it too, as long as nobody wants it alone.
  /// - Throws: why there is none.
  public init(
    _ path: String, patience: Int = 1, isPrivate: Bool = false, isShared: Bool = false
  ) throws(Failure) {
    let descriptor: Int32
    if isPrivate {
      do throws(PrivateFiles.Refusal) {
        descriptor = try PrivateFiles.open(path)
      } catch {
        throw .impossible(error.reason)
      }
    } else {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      descriptor = Files.untilNotInterrupted { open(path, flags, 0o666) }
      guard descriptor >= 0 else { throw .impossible(SystemError.message(errno)) }
    }
    var tries = 1
    while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let reason = errno
      if reason == EWOULDBLOCK && tries < patience {
        tries += 1
        usleep(10_000)
        continue
      }
      close(descriptor)
      throw reason == EWOULDBLOCK ? .busy : .impossible(SystemError.message(reason))
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
