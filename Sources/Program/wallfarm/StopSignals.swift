import Glibc
import Synchronization

/// Counts SIGINT, SIGTERM and SIGHUP, so that a batch can shut down cleanly.
enum StopSignals {
  /// A signal handler can run on any thread at any time, so it may touch only an atomic.
  private static let received = Atomic<Int>(0)
  private static let firstNumber = Atomic<Int32>(0)

  /// The number of stop signals that were received.
  static var count: Int { received.load(ordering: .relaxed) }

  /// The exit status for the first signal, or `nil` if none was received.
  static var first: ExitStatus? {
    switch firstNumber.load(ordering: .relaxed) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }

  /// Turns a closed reader into a write error instead of ending the program while workers run.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Installs the handler to replace the default action, which ends the process.
  static func watch() {
    // Initialize the atomics here: a signal handler must not allocate.
    _ = received.load(ordering: .relaxed)
    _ = firstNumber.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        StopSignals.received.add(1, ordering: .relaxed)
        _ = StopSignals.firstNumber.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
      }
      // `nohup` starts the program with SIGHUP ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    unblock([SIGINT, SIGTERM, SIGHUP])
  }

  /// Receives signals that the parent process blocks: a thread of a dispatch queue blocks most, and
  /// programs inherit the mask of the thread that starts them.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
