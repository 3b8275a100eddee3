import Files
import Glibc
import RenderPool
import Synchronization
import WallfarmPluginKit

/// Terminates the program when a render exceeds its time limit.
///
/// A separate thread enforces the limit, because a hung decoder or plugin never returns. Only a
/// one-shot program may terminate its own process; the farm uses worker processes instead.
final class Deadline: Sendable {
  private let limit: Duration
  private let isArmed = Atomic<Bool>(true)

  private init(_ limit: Duration) { self.limit = limit }

  /// Starts the countdown; `nil` means no limit.
  ///
  /// - Throws: `deadline-exceeded` if the thread cannot be created.
  static func start(_ limit: Duration?) throws(RenderError) -> Deadline? {
    guard let limit else { return nil }
    let deadline = Deadline(limit)
    let status = BackgroundThread.start { deadline.wait() }
    guard status == 0 else { throw .noThreadForDeadline(status) }
    return deadline
  }

  /// Cancels the deadline; call this method before work whose duration is not limited.
  func stop() { isArmed.store(false, ordering: .relaxed) }

  private func wait() {
    // Use CLOCK_MONOTONIC, because it does not advance while the machine is suspended.
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(attoseconds / 1_000_000_000) + end.tv_nsec
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    guard isArmed.load(ordering: .relaxed) else { return }
    UnfinishedFiles.removeAll()
    // If standard error is a full pipe, the write below blocks, so set an alarm that terminates the
    // program.
    alarm(5)
    Terminal.report(.deadlineExceeded(limit))
    // Skip all other cleanup, because the hung thread may hold any lock.
    _exit(ExitStatus(.deadlineExceeded).rawValue)
  }
}

extension RenderError {
  fileprivate static func deadlineExceeded(_ limit: Duration) -> RenderError {
    let (seconds, attoseconds) = limit.components
    let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
    let text = milliseconds == 0 ? "\(seconds)" : "\(Double(seconds) + Double(milliseconds) / 1000)"
    return RenderError(
      .deadlineExceeded, "the render took longer than \(text) s", origin: .option("deadline"),
      hint: "check for a slow photo or plugin, or raise --deadline")
  }

  fileprivate static func noThreadForDeadline(_ status: Int32) -> RenderError {
    RenderError(
      .deadlineExceeded, "the time limit cannot be enforced: \(String(cString: strerror(status)))",
      origin: .option("deadline"),
      hint: "allow more threads, or remove the limit with --deadline none")
  }
}
