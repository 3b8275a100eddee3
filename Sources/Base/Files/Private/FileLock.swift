internal import Glibc

/// An exclusive or shared file lock, which the system releases when the process exits.
public final class FileLock {
  private let descriptor: Int32

  /// The reason why a lock was not acquired.
  public enum Failure: Error, Sendable, Hashable {
    /// Another process holds the lock.
    case busy
    /// The lock cannot be acquired, for the given reason.
    case impossible(String)
  }

  /// Acquires the lock on a file, and creates the file if it is missing.
  ///
  /// - Parameters:
  ///   - path: the file; it must not be replaced while the lock is held.
  ///   - patience: the maximum number of attempts, 10 ms apart.
  ///   - isPrivate: whether only the owner may open the file; if so, another user's file is
  ///     rejected.
  ///   - isShared: whether the lock is shared instead of exclusive.
  /// - Throws: the reason why the lock was not acquired.
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

  /// Unlocks explicitly, because a process that another thread has just forked keeps the descriptor
  /// open until it executes its program, so closing the descriptor might not release the lock
  /// immediately.
  deinit {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
