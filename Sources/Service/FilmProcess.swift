internal import Files
internal import Films
internal import Glibc
internal import Processes
import RenderPool
import WallfarmPluginKit

/// A process that makes a film: another one of this program, which has the installation to read and nothing of a client.
///
/// It gives way to pictures (nice 10), and is ended where nobody waits any more.
enum FilmProcess {
  /// As much as the workers of pictures leave it where they have work.
  private static let niceness: Int32 = 10
  private static let pause: UInt32 = 20_000

  /// Makes a film, and waits for it.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - deadline: until when.
  ///   - isWanted: asked now and then; where it is false the process is ended.
  /// - Returns: what it wrote.
  /// - Throws: `film-failed`, `order-late`, `cancelled`, `output-failed`.
  static func run(
    _ command: [String], by deadline: SuspendingClock.Instant, isWanted: () -> Bool
  ) throws(RenderError) -> MemoryFile {
    try MemoryFile("wallfarm film") { (path) throws(RenderError) in
      let output = open(path, O_WRONLY | O_CLOEXEC)
      let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { for one in [output, nowhere] where one >= 0 { close(one) } }
      guard output >= 0, nowhere >= 0 else { throw .notMade(SystemError.message(errno)) }
      let pid: Int32
      do throws(ChildProcess.Failure) {
        pid = try ChildProcess.start(command, descriptors: [nowhere, output, nowhere])
      } catch {
        throw .notMade(SystemError.message(error.number))
      }
      // Threads that it starts later have it from its first one.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), niceness)
      try wait(for: pid, by: deadline, isWanted)
    }
  }

  private static func wait(
    for pid: Int32, by deadline: SuspendingClock.Instant, _ isWanted: () -> Bool
  ) throws(RenderError) {
    var status: Int32 = 0
    while Files.untilNotInterrupted({ waitpid(pid, &status, WNOHANG) }) == 0 {
      let isLate = SuspendingClock().now > deadline
      if isWanted(), !isLate {
        usleep(pause)
        continue
      }
      kill(-pid, SIGKILL)
      _ = Files.untilNotInterrupted { waitpid(pid, &status, 0) }
      throw isLate
        ? RenderError(
          .orderLate, "the film was not made in time",
          hint: "try again later; the operator may give it more with --deadline")
        : .stopping()
    }
    guard status == 0 else { throw .notMade("the process that makes it ended with \(status)") }
  }
}

extension RenderError {
  fileprivate static func notMade(_ reason: String) -> RenderError {
    RenderError(
      .filmFailed, "the film cannot be made: \(reason)",
      hint: "the operator sees why with 'wallfarm motion'")
  }
}
