/// A child process that is connected through its standard input and output, and killed with its
/// owner; its standard error is discarded.
package final class HelperProcess {
  package let process: ChildProcess
  package let pipes: HelperPipes

  /// Starts a helper.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - most: maximum number of unread bytes from the helper.
  ///   - input: its standard input, which the caller closes; `nil` for a pipe.
  /// - Throws: the error of the system if the program cannot be started.
  package init(
    _ command: [String], most: Int, input: Int32? = nil
  ) throws(ChildProcess.Failure) {
    pipes = try HelperPipes(most: most, standardInput: input)
    process = try ChildProcess(command, descriptors: pipes.theirs)
    pipes.closeTheirs()
  }

  deinit { process.killAndWait() }

  /// Sends a message and waits for the answer, each preceded by a line with its number of bytes.
  ///
  /// - Parameters:
  ///   - message: the bytes.
  ///   - most: maximum size of the answer in bytes.
  ///   - deadline: the end of the wait.
  /// - Returns: the answer; `nil` on a timeout, after the end of the helper, or if the answer is
  ///   too long or invalid. The helper is then unusable.
  package func answer(
    to message: [UInt8], most: Int, by deadline: SuspendingClock.Instant
  ) -> [UInt8]? {
    pipes.send(HelperMessage.head(message))
    pipes.send(message)
    var expected: Int?
    repeat {
      if expected == nil, let line = pipes.takeLine() {
        guard let count = HelperMessage.count(line, most: most) else { return nil }
        expected = count
      }
      if let expected, pipes.unreadCount >= expected, !pipes.hasUnsent {
        return pipes.take(expected)
      }
    } while pipes.receive(by: deadline)
    return nil
  }

  /// Collects the output of the helper up to its end.
  ///
  /// - Returns: the output, which is empty if it is too long; `nil` on a timeout.
  package func output(by deadline: SuspendingClock.Instant) -> [UInt8]? {
    while pipes.receive(by: deadline) {}
    return pipes.hasClosedOutput || pipes.isOverfull ? pipes.take() : nil
  }
}
