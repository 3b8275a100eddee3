import Glibc
import Synchronization

/// Counts Ctrl-C and SIGTERM, so that a batch can end in good order.
enum StopSignals {
  /// A signal may come on any thread at any moment: only an atomic may be touched then.
  private static let received = Atomic<Int>(0)
  private static let firstNumber = Atomic<Int32>(0)

  /// How often the program was told to stop.
  static var count: Int { received.load(ordering: .relaxed) }

  /// What the program ends with because of the first of them; nil for none.
  static var first: ExitStatus? {
    switch firstNumber.load(ordering: .relaxed) {
    case 0: nil
    case SIGINT: .interrupted
    default: .terminated
    }
  }

  /// A reader of our output that is gone is an error of writing from now on, not the end of the program:
  /// workers are at something.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Begins to count instead of ending the program.
  static func watch() {
    // Made here, because a signal handler may not make anything.
    _ = received.load(ordering: .relaxed)
    _ = firstNumber.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        StopSignals.received.add(1, ordering: .relaxed)
        _ = StopSignals.firstNumber.compareExchange(
          expected: 0, desired: number, ordering: .relaxed)
      }
      // 'nohup' wants it ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
