internal import Files
internal import Glibc

/// How a process ended.
package struct ProcessEnd: Sendable, Hashable {
  /// The signal that killed it, or 0.
  package let signal: Int32
  /// What it ended with, or 0.
  package let status: Int32
  /// Whether nothing is known of it: where somebody has SIGCHLD ignored, the kernel forgets how it ended.
  package let isGone: Bool

  /// Whether it ended by itself and with status 0.
  package var isGood: Bool { !isGone && signal == 0 && status == 0 }

  /// Looks at a child, and lets the system forget it; nil while it runs.
  package init?(of pid: Int32, waits: Bool) {
    var status: Int32 = 0
    let found = Files.untilNotInterrupted { waitpid(pid, &status, waits ? 0 : WNOHANG) }
    guard found != 0 else { return nil }
    isGone = found < 0
    signal = isGone ? 0 : status & 0x7F
    self.status = isGone ? 0 : status >> 8 & 0xFF
  }

  /// As messages say it.
  package var words: String {
    if isGone { return "is gone" }
    if signal == 0 { return "ended with status \(status)" }
    return "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
  }
}
