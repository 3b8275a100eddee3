internal import CSystem
internal import Files
internal import Glibc

extension ChildProcess {
  /// Runs a program with one input descriptor, collects its output, and kills it afterwards.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - input: the standard input; the standard error is discarded.
  ///   - limit: maximum size of the output in bytes; reading stops soon after it.
  ///   - deadline: the end of the wait.
  /// - Returns: the output; nil on a timeout.
  /// - Throws: the error of the system if the program cannot be started.
  package static func answer(
    of command: [String], reading input: Int32, limit: Int, by deadline: SuspendingClock.Instant
  ) throws(Failure) -> [UInt8]? {
    var output: [Int32] = [-1, -1]
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for one in output + [nowhere] where one >= 0 { close(one) } }
    guard nowhere >= 0, wallfarm_pipe(&output) == 0 else { throw Failure(number: errno) }
    let pid = try start(command, descriptors: [input, output[1], nowhere])
    close(output[1])
    output[1] = -1
    let said = read(output[0], limit: limit, by: deadline)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    _ = Files.untilNotInterrupted { waitpid(pid, &status, 0) }
    return said
  }

  /// Reads a pipe up to its end; nil on a timeout.
  private static func read(
    _ descriptor: Int32, limit: Int, by deadline: SuspendingClock.Instant
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    _ = wallfarm_do_not_wait(descriptor)
    while bytes.count <= limit {
      let left = deadline - SuspendingClock().now
      guard left > .zero else { return nil }
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let wait = Int32(clamping: Int(max(.milliseconds(1), left) / .milliseconds(1)))
      _ = Files.untilNotInterrupted { poll(&event, 1, wait) }
      let (more, isOver) = Files.readAvailable(descriptor)
      bytes += more
      if isOver { return bytes }
    }
    return bytes
  }
}
