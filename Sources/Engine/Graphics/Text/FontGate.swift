internal import Glibc

/// The process-wide lock for fonts.
///
/// Each renderer has its own Pango font map, but cairo 1.16 shares FreeType faces between all
/// threads below it and crashes when two threads use one: two renderers crashed within seconds.
/// Drawing text takes under a millisecond, so the lock has little effect; photos, blurs, gradients
/// and encoding run in parallel.
enum FontGate {
  /// Runs `body` with the lock held; the lock is recursive.
  static func enter<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  // A pthread mutex, because `Mutex` of Synchronization is not recursive, which measuring
  // strikethrough requires, and cannot return Pango pointers. Unsafe only for the compiler: the
  // address is set once, never freed, and used only by pthread functions.
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
