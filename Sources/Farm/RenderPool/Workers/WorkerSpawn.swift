internal import CSystem
internal import Files
internal import Glibc
internal import Processes
import WallfarmCore
import WallfarmPluginKit

/// Starts a worker process with pipes for messages and a socket for descriptors.
struct WorkerSpawn {
  let pid: pid_t
  /// The pool's ends of standard input, output, errors and the broker socket.
  let input: Int32
  let output: Int32
  let errors: Int32
  let broker: Int32

  /// - Throws: `worker-crashed` if no process can be created.
  init(_ command: [String]) throws(RenderError) {
    var opened: [Int32] = []
    func pair(_ make: (UnsafeMutablePointer<Int32>) -> Int32) -> (Int32, Int32)? {
      var ends: [Int32] = [-1, -1]
      guard make(&ends) == 0 else { return nil }
      opened += ends
      return (ends[0], ends[1])
    }
    guard let input = pair(wallfarm_pipe), let output = pair(wallfarm_pipe),
      let errors = pair(wallfarm_pipe), let broker = pair(wallfarm_packet_pair)
    else {
      let reason = SystemError.message(errno)
      for end in opened { close(end) }
      throw .workersDoNotStart("has no pipes: \(reason)", said: nil)
    }
    let theirs = [input.0, output.1, errors.1, broker.1]
    let started = WorkerSpawn.start(command, theirs)
    for end in theirs { close(end) }
    let ours = [input.1, output.0, errors.0, broker.0]
    do throws(RenderError) {
      pid = try started.get()
    } catch {
      for end in ours { close(end) }
      throw error
    }
    (self.input, self.output, self.errors, self.broker) = (ours[0], ours[1], ours[2], ours[3])
    for end in ours.prefix(3) { _ = wallfarm_do_not_wait(end) }
  }

  private static func start(_ command: [String], _ ends: [Int32]) -> Result<pid_t, RenderError> {
    do throws(ChildProcess.Failure) {
      return .success(try ChildProcess.start(command, descriptors: ends))
    } catch {
      let reason = SystemError.message(error.number)
      var failure = RenderError.workersDoNotStart("cannot be made: \(reason)", said: nil)
      if [ENOENT, EACCES, ENOEXEC].contains(error.number) { failure.origin = .file(command[0]) }
      return .failure(failure)
    }
  }
}
