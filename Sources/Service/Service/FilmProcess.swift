internal import CSystem
internal import Files
internal import Films
internal import Glibc
internal import Processes
import RenderPool
import WallfarmPluginKit

/// A process of this program that renders a film; it can read the installation but no client data.
///
/// It has a low priority (nice 10), and is killed when no client is waiting or when the service
/// exits.
enum FilmProcess {
  /// The nice value of the process, which gives precedence to the workers that render pictures.
  private static let niceness: Int32 = 10
  /// Polling interval in milliseconds.
  private static let pause: UInt32 = 20

  /// Renders a film and waits for the result.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - deadline: The time at which the process is killed if it is still running.
  ///   - isWanted: Polled while the process runs; if it returns `false`, the process is killed.
  /// - Returns: The output of the process.
  /// - Throws: `film-failed`, `worker-killed` if something else killed the process, `order-late`,
  ///   `service-stopping`, `output-failed`.
  static func run(
    _ command: [String], by deadline: SuspendingClock.Instant, isWanted: () -> Bool
  ) throws(RenderError) -> MemoryFile {
    try MemoryFile("wallfarm film") { (path) throws(RenderError) in
      let output = open(path, O_WRONLY | O_CLOEXEC)
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      var input: [Int32] = [-1, -1]
      defer { for one in input + [output, nowhere] where one >= 0 { close(one) } }
      guard output >= 0, nowhere >= 0, wallfarm_pipe(&input) == 0 else {
        throw .filmFailed(SystemError.message(errno))
      }
      let process: ChildProcess
      do throws(ChildProcess.Failure) {
        process = try ChildProcess(command, descriptors: [input[0], output, nowhere])
      } catch {
        throw .filmFailed(SystemError.message(error.number))
      }
      // Nothing is written to this pipe. If the service dies, the other end closes, and the kernel
      // ends the process with SIGIO (fcntl(2), F_SETOWN and O_ASYNC).
      _ = fcntl(input[0], F_SETOWN, process.pid)
      _ = fcntl(input[0], F_SETFL, O_ASYNC)
      // Threads created later inherit the priority.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.pid), niceness)
      guard let end = process.waitForEnd(by: deadline, every: pause, while: isWanted) else {
        let isLate = SuspendingClock().now > deadline
        process.killAndWait()
        throw isLate ? .filmTooLate() : .stopping()
      }
      if end.wasKilledExternally { throw .filmKilled() }
      guard end.isGood else { throw .filmFailed("its process \(end.words)") }
    }
  }
}

extension ProcessEnd {
  /// Signals that a process causes itself (signal(7)).
  private static let own: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP]

  /// Whether something else killed the process, such as the out-of-memory killer or an
  /// operator.
  ///
  /// The program handles SIGINT and SIGTERM, and then exits with status 130 or 143.
  fileprivate var wasKilledExternally: Bool {
    (signal != 0 && !ProcessEnd.own.contains(signal)) || [130, 143].contains(status)
  }
}

extension RenderError {
  fileprivate static func filmKilled() -> RenderError {
    RenderError(
      .workerKilled, "another process or the kernel killed the process that renders the film",
      hint: "try again in a moment")
  }

  static func filmTooLate() -> RenderError {
    RenderError(
      .orderLate, "rendering the film timed out",
      hint: "try again later; the operator can raise --deadline")
  }

  fileprivate static func filmFailed(_ reason: String) -> RenderError {
    RenderError(
      .filmFailed, "the film cannot be rendered: \(reason)",
      hint: "the operator can run 'wallfarm motion' to find the reason")
  }
}
