/// A child process that communicates with its parent through standard input and standard output.
///
/// Its standard error is discarded. The process is killed when this object is released.
package final class HelperProcess {
  package let process: ChildProcess
  package let pipes: HelperPipes

  /// Starts a helper.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - most: maximum number of unread bytes from the helper.
  ///   - input: the helper's standard input, which the caller closes, or `nil` for a pipe.
  /// - Throws: the system error if the program cannot be started.
  package init(
    _ command: [String], most: Int, input: Int32? = nil
  ) throws(ChildProcess.Failure) {
    pipes = try HelperPipes(most: most, standardInput: input)
    process = try ChildProcess(command, descriptors: pipes.theirs)
    pipes.closeTheirs()
  }

  deinit { process.killAndWait() }

  /// Sends a message and waits for the response; each is preceded by a line that contains its size
  /// in bytes.
  ///
  /// - Parameters:
  ///   - message: the bytes.
  ///   - most: maximum size of the response in bytes.
  ///   - deadline: the time at which to stop waiting.
  /// - Returns: the response, or `nil` if the wait timed out, the helper exited, or the response is
  ///   too long or invalid. After `nil`, the helper is unusable.
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

  /// Collects all output of the helper.
  ///
  /// - Returns: the output, which is empty if it is too long, or `nil` after a timeout.
  package func output(by deadline: SuspendingClock.Instant) -> [UInt8]? {
    while pipes.receive(by: deadline) {}
    return pipes.hasClosedOutput || pipes.isOverfull ? pipes.take() : nil
  }
}
