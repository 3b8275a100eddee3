internal import Glibc

/// What a thread has taken of its processor, whatever else the machine does meanwhile.
enum ProcessorTime {
  /// Since the thread began.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
