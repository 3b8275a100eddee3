internal import Glibc

/// Lets one thread at a time near fonts, in the whole process.
///
/// Each renderer has its own Pango font map, but below it cairo 1.16 shares FreeType faces between
/// all threads and crashes when two of them use one: two renderers on two threads did so within
/// seconds. Drawing text takes under a millisecond, so waiting costs little; what takes long
/// (photos, blurs, gradients, encoding) runs side by side.
enum FontGate {
  /// Runs `body` while no other thread is inside; may be entered again by the same thread.
  static func enter<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  // Unsafe only to the compiler: a mutex is made to be shared, and this one is never destroyed.
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
