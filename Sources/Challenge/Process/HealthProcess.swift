internal import CSystem
internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON
package import WallfarmPluginKit

/// Has an export read by a process of its own, which is locked in: an export may be made to harm, and what reads it
/// has libraries in C.
package struct HealthProcess: Sendable {
  /// The program, and what makes it one that reads.
  private let command: [String]
  /// A processor reads the largest export that is taken in some ten seconds.
  private let patience: Duration

  /// - Parameters:
  ///   - command: the program and its first words; a goal, a start, a moment and a name follow.
  ///   - patience: how long it may take.
  package init(_ command: [String], patience: Duration = .seconds(120)) {
    (self.command, self.patience) = (command, patience)
  }

  /// Counts the steps of a file.
  ///
  /// - Parameters:
  ///   - descriptor: the file, from its beginning; it has to be one that can be read at any place.
  ///   - name: what it is called in messages.
  ///   - challenge: whose start and goal it is about.
  ///   - now: the present moment.
  /// - Returns: what it says.
  /// - Throws: what reading throws, and `health-damaged` where the process ended
  ///   without an answer.
  package func count(
    _ descriptor: Int32, named name: String, for challenge: Challenge, now: Moment
  ) throws(RenderError) -> HealthCount {
    var output: [Int32] = [-1, -1]
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for one in output + [nowhere] where one >= 0 { close(one) } }
    guard nowhere >= 0, wallfarm_pipe(&output) == 0 else {
      throw .healthProcess(SystemError.message(errno))
    }
    let words = [
      "\(challenge.goal.steps)", "\(challenge.start)", "\(now)", name,
    ]
    let pid: pid_t
    do throws(ChildProcess.Failure) {
      pid = try ChildProcess.start(
        command + words, descriptors: [descriptor, output[1], nowhere])
    } catch {
      throw .healthProcess(SystemError.message(error.number))
    }
    close(output[1])
    output[1] = -1
    let said = read(output[0])
    kill(pid, SIGKILL)
    var status: Int32 = 0
    _ = Files.untilNotInterrupted { waitpid(pid, &status, 0) }
    guard let node = said.flatMap({ try? JSONNode(parsing: String(decoding: $0, as: UTF8.self)) })
    else {
      throw RenderError(
        .healthDamaged, "'\(name)' has ended the process that reads it, or takes too long",
        origin: .file(name), hint: "export anew, and give that file")
    }
    if let count = HealthCount(node) { return count }
    throw RenderError(json: node) ?? .healthProcess("it answers with something else")
  }

  /// All that is written to a pipe until it is closed; nil where it takes too long.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    let deadline = SuspendingClock().now + patience
    var bytes: [UInt8] = []
    _ = wallfarm_do_not_wait(descriptor)
    while bytes.count <= 1 << 20 {
      let left = deadline - SuspendingClock().now
      guard left > .zero else { return nil }
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = Files.untilNotInterrupted {
        poll(&event, 1, Int32(clamping: Int(left / .milliseconds(1))))
      }
      let (more, isOver) = Files.readAvailable(descriptor)
      bytes += more
      if isOver { return bytes }
    }
    return nil
  }
}

extension RenderError {
  fileprivate static func healthProcess(_ reason: String) -> RenderError {
    RenderError(.inputFailed, "the process that reads health data cannot be started: \(reason)")
  }
}
