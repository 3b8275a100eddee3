internal import Files
internal import Glibc

/// The termination status of a process.
package struct ProcessEnd: Sendable, Hashable {
  /// The signal that killed the process, or 0.
  package let signal: Int32
  /// The exit status, or 0.
  package let status: Int32
  /// Whether the status is unknown, which happens if the kernel discarded it because SIGCHLD was
  /// ignored.
  package let isGone: Bool

  /// Whether the process exited with status 0.
  package var isGood: Bool { !isGone && signal == 0 && status == 0 }

  /// Reaps a child; returns nil while it is running.
  init?(of pid: Int32) {
    var status: Int32 = 0
    let found = Files.untilNotInterrupted { waitpid(pid, &status, WNOHANG) }
    guard found != 0 else { return nil }
    isGone = found < 0
    signal = isGone ? 0 : status & 0x7F
    self.status = isGone ? 0 : status >> 8 & 0xFF
  }

  /// The status as a phrase for messages.
  package var words: String {
    if isGone { return "exited with unknown status" }
    if signal == 0 { return "exited with status \(status)" }
    return "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
  }
}
