internal import Glibc

/// The process-wide lock for font operations.
///
/// Each renderer has its own Pango font map, but cairo 1.16 internally shares FreeType faces among
/// all threads. It crashes if two threads use the same face; two renderers without the lock crashed
/// within seconds. Drawing text takes less than a millisecond, so the lock has little effect;
/// photos, blurs, gradients and encoding still run in parallel.
enum FontGate {
  /// Calls `body` while holding the lock, which is recursive.
  static func enter<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  // The lock is a pthread mutex, because `Mutex` of the Synchronization module cannot return Pango
  // pointers and is not recursive; measuring strikethrough requires a recursive lock.
  // `nonisolated(unsafe)` is safe here: the address is set once, never freed, and used only by
  // pthread functions.
  nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
    return mutex
  }()
}
