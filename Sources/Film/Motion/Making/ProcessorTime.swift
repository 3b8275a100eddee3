internal import Glibc

/// Processor time of the current thread, which does not depend on the load of the machine.
enum ProcessorTime {
  /// Time since the thread started.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
