internal import Glibc

/// The processor time of the current thread, which, unlike elapsed time, does not depend on the
/// machine's load.
enum ProcessorTime {
  /// The processor time that the thread has used since it started.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
