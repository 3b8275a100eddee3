internal import CSystem
internal import Files
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

/// Starts the process of a worker, with pipes for what is said and a socket for descriptors.
struct WorkerSpawn {
  let pid: pid_t
  /// Ours: to its standard input, from its output and its errors, and to its broker.
  let input: Int32
  let output: Int32
  let errors: Int32
  let broker: Int32

  /// - Throws: `worker-crashed` where no process can be made.
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

  /// Starts it; `ends` become its descriptors from 0 on.
  private static func start(_ command: [String], _ ends: [Int32]) -> Result<pid_t, RenderError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in ends.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    // Not all of what an embedding program has opened closes itself; the worker gets none of it.
    wallfarm_close_from(&actions, Int32(ends.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals as any program expects them, and a group of its own: a Ctrl-C is for the supervisor.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid = pid_t()
    let status = posix_spawn(&pid, command[0], &actions, &attributes, &words, environ)
    guard status == 0 else {
      var error = RenderError.workersDoNotStart(
        "cannot be made: \(SystemError.message(status))", said: nil)
      if [ENOENT, EACCES, ENOEXEC].contains(status) { error.origin = .file(command[0]) }
      return .failure(error)
    }
    return .success(pid)
  }
}
