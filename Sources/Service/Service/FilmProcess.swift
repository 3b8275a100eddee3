internal import CSystem
internal import Files
internal import Films
internal import Glibc
internal import Processes
import RenderPool
import WallfarmPluginKit

/// A process that makes a film: another one of this program, which has the installation to read and nothing of a client.
///
/// It gives way to pictures (nice 10), and is ended where nobody waits any more, or where the service is killed.
enum FilmProcess {
  /// Workers that make pictures come first.
  private static let niceness: Int32 = 10
  /// In microseconds, between two looks at the process.
  private static let pause: UInt32 = 20_000

  /// Makes a film, and waits for it.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - deadline: until when.
  ///   - isWanted: asked now and then; where it is false the process is ended.
  /// - Returns: what it wrote.
  /// - Throws: `film-failed`, `worker-killed` where something outside ended the process, `order-late`,
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
        throw .notMade(SystemError.message(errno))
      }
      let pid: Int32
      do throws(ChildProcess.Failure) {
        pid = try ChildProcess.start(command, descriptors: [input[0], output, nowhere])
      } catch {
        throw .notMade(SystemError.message(error.number))
      }
      // Nothing is ever written into its input. Where the service is killed, the other end closes with it, and the
      // kernel ends the process with SIGIO (fcntl(2), F_SETOWN and O_ASYNC).
      _ = fcntl(input[0], F_SETOWN, pid)
      _ = fcntl(input[0], F_SETFL, O_ASYNC)
      // Threads that it starts later have it from its first one.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), niceness)
      try wait(for: pid, by: deadline, isWanted)
    }
  }

  private static func wait(
    for pid: Int32, by deadline: SuspendingClock.Instant, _ isWanted: () -> Bool
  ) throws(RenderError) {
    while true {
      if let end = ProcessEnd(of: pid, waits: false) {
        if end.wasToldToEnd { throw .filmKilled() }
        guard end.isGood else { throw .notMade("the process that makes it \(end.words)") }
        return
      }
      let isLate = SuspendingClock().now > deadline
      if isWanted(), !isLate {
        usleep(pause)
        continue
      }
      kill(-pid, SIGKILL)
      _ = ProcessEnd(of: pid, waits: true)
      throw isLate ? .filmTooLate() : .stopping()
    }
  }
}

extension ProcessEnd {
  /// Signals by which a process ends for a mistake of its own (signal(7)).
  private static let own: Set<Int32> = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP]

  /// Whether something outside ended it, such as the kernel where memory is short, or an operator.
  ///
  /// The program itself ends with 130 and 143 after SIGINT and SIGTERM.
  fileprivate var wasToldToEnd: Bool {
    (signal != 0 && !ProcessEnd.own.contains(signal)) || [130, 143].contains(status)
  }
}

extension RenderError {
  fileprivate static func filmKilled() -> RenderError {
    RenderError(
      .workerKilled, "the process that made the film was killed from outside",
      hint: "try again in a moment")
  }

  static func filmTooLate() -> RenderError {
    RenderError(
      .orderLate, "the film was not made in time",
      hint: "try again later; the operator may give it more with --deadline")
  }

  fileprivate static func notMade(_ reason: String) -> RenderError {
    RenderError(
      .filmFailed, "the film cannot be made: \(reason)",
      hint: "the operator sees why with 'wallfarm motion'")
  }
}
