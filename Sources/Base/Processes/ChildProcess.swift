internal import CSystem
internal import Glibc

/// Starts a program in a child process and tracks its termination.
package final class ChildProcess {
  package let pid: Int32
  private var known: ProcessEnd?

  /// The reason why a program was not started.
  package struct Failure: Error {
    /// The `errno` of the failure.
    package let number: Int32

    package init(number: Int32) { self.number = number }
  }

  /// Starts a program in its own process group, so that Ctrl-C does not reach it.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - descriptors: the child's descriptors, starting with 0; the child inherits no other
  ///     descriptors.
  ///   - environment: the variables, each as `NAME=value`; by default, the variables that
  ///     ``ChildEnvironment`` selects.
  /// - Throws: the system error if the program cannot be started.
  package init(
    _ command: [String], descriptors: [Int32],
    environment: [String] = ChildEnvironment.inherited
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // A program that embeds the library may have descriptors without close-on-exec.
    wallfarm_close_from(&actions, Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The child starts with the default signal mask and handlers.
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
    var own: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in own { free(word) } }
    var pid = pid_t()
    let status = own.withUnsafeMutableBufferPointer { own in
      posix_spawn(
        &pid, command[0], &actions, &attributes, &words, own.baseAddress)
    }
    guard status == 0 else { throw Failure(number: status) }
    self.pid = pid
  }

  /// How the process terminated, or `nil` while it is running.
  package var end: ProcessEnd? {
    known = known ?? ProcessEnd(of: pid)
    return known
  }

  /// Waits until the process terminates or a deadline passes.
  ///
  /// - Parameters:
  ///   - deadline: the time at which to stop waiting.
  ///   - milliseconds: the interval between checks.
  ///   - isWanted: returns whether to continue waiting.
  /// - Returns: how the process terminated, or `nil` if it is still running.
  package func waitForEnd(
    by deadline: SuspendingClock.Instant, every milliseconds: UInt32 = 1,
    while isWanted: () -> Bool = { true }
  ) -> ProcessEnd? {
    while end == nil, SuspendingClock().now <= deadline, isWanted() {
      usleep(milliseconds * 1000)
    }
    return end
  }

  /// Kills the process and its process group, even if it is stopped.
  package func kill() {
    guard known == nil else { return }
    _ = Glibc.kill(-pid, SIGKILL)
    _ = Glibc.kill(pid, SIGKILL)
  }

  /// Kills the process and waits up to 1 s; a process that is blocked on disk I/O is abandoned.
  package func killAndWait() {
    kill()
    _ = waitForEnd(by: SuspendingClock().now + .seconds(1))
  }
}
