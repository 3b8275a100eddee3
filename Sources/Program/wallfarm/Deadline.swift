import Files
import Glibc
import RenderPool
import Synchronization
import WallfarmPluginKit

/// Ends the program when a render takes longer than it may, whatever holds it up.
///
/// A thread of its own, because a decoder or a plugin that hangs gives nothing back. That is a right
/// of a program only: a library that ended its host would be worse than one that hangs, so the farm
/// has processes for it.
final class Deadline: Sendable {
  private let limit: Duration
  private let isArmed = Atomic<Bool>(true)

  private init(_ limit: Duration) { self.limit = limit }

  /// Starts to count; nil counts nothing.
  ///
  /// - Throws: `deadline-exceeded` where no thread can be had.
  static func start(_ limit: Duration?) throws(RenderError) -> Deadline? {
    guard let limit else { return nil }
    let deadline = Deadline(limit)
    let status = BackgroundThread.start { deadline.wait() }
    guard status == 0 else { throw .noThreadForDeadline(status) }
    return deadline
  }

  /// Work that may take its time begins.
  func stop() { isArmed.store(false, ordering: .relaxed) }

  private func wait() {
    // This clock stands still while the machine sleeps.
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(attoseconds / 1_000_000_000) + end.tv_nsec
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    guard isArmed.load(ordering: .relaxed) else { return }
    UnfinishedFiles.removeAll()
    // Standard error may be a pipe that is full: then the alarm ends the program.
    alarm(5)
    Terminal.report(.deadlineExceeded(limit))
    // Nothing else is tidied up: what hangs may hold any lock.
    _exit(ExitStatus(.deadlineExceeded).rawValue)
  }
}

extension RenderError {
  fileprivate static func deadlineExceeded(_ limit: Duration) -> RenderError {
    let (seconds, attoseconds) = limit.components
    let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
    let text = milliseconds == 0 ? "\(seconds)" : "\(Double(seconds) + Double(milliseconds) / 1000)"
    return RenderError(
      .deadlineExceeded, "it took longer than \(text) s", origin: .option("deadline"),
      hint: "see what takes so long, a photo or a plugin; or allow more with --deadline")
  }

  fileprivate static func noThreadForDeadline(_ status: Int32) -> RenderError {
    RenderError(
      .deadlineExceeded, "the time cannot be watched: \(String(cString: strerror(status)))",
      origin: .option("deadline"),
      hint: "allow more threads, or take the limit away with --deadline none")
  }
}
