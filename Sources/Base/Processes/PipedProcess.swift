internal import CSystem
internal import Files
internal import Glibc

/// A process that is connected through its standard input and output; its standard error is
/// discarded.
package struct PipedProcess: Sendable {
  private let pid: Int32
  /// The write end of its standard input, and the read end of its standard output.
  package let input: Int32
  package let output: Int32

  /// Starts a process.
  ///
  /// - Parameter command: the path of the program, and its arguments.
  /// - Throws: the error of the system if the program cannot be started.
  package init(_ command: [String]) throws(ChildProcess.Failure) {
    var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    var kept: Set<Int32> = []
    defer {
      for one in down + up + [nowhere] where one >= 0 && !kept.contains(one) { close(one) }
    }
    guard nowhere >= 0, wallfarm_pipe(&down) == 0, wallfarm_pipe(&up) == 0 else {
      throw ChildProcess.Failure(number: errno)
    }
    pid = try ChildProcess.start(command, descriptors: [down[0], up[1], nowhere])
    (input, output) = (down[1], up[0])
    kept = [down[1], up[0]]
  }

  /// Kills the process and waits up to 1 s; a process blocked on a disk is abandoned.
  package func end() {
    close(input)
    close(output)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    for _ in 0..<100 {
      if Files.untilNotInterrupted({ waitpid(pid, &status, WNOHANG) }) != 0 { return }
      usleep(10_000)
    }
  }
}
