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

  // A mutex of C, because "Mutex" of Synchronization may not be entered twice by one thread, and
  // measuring a text does so for its strike lines; nor does it hand out pointers of Pango. Unsafe
  // only to the compiler: the address is set once, never freed, and pthread alone uses it.
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
