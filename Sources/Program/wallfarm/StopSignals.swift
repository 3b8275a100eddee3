import Glibc
import Synchronization

/// Counts SIGINT, SIGTERM and SIGHUP, so that a batch can shut down cleanly.
enum StopSignals {
  /// A signal handler can run on any thread at any time, so it may access only an atomic.
  private static let received = Atomic<Int>(0)
  private static let firstNumber = Atomic<Int32>(0)

  /// The number of stop signals received.
  static var count: Int { received.load(ordering: .relaxed) }

  /// The exit status for the first stop signal, or `nil` if none was received.
  static var first: ExitStatus? {
    switch firstNumber.load(ordering: .relaxed) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }

  /// Ignores SIGPIPE, so that a closed reader causes a write error instead of terminating the
  /// program while workers run.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Installs the handler, because the default action terminates the process.
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
      // Keep ignoring a signal that was ignored at the start; for example, `nohup` ignores SIGHUP.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    unblock([SIGINT, SIGTERM, SIGHUP])
  }

  /// Unblocks signals that may be blocked at the start: a thread of a dispatch queue blocks most
  /// signals, and a program inherits the signal mask of the thread that starts it.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
