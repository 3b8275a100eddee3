internal import CSystem
internal import Glibc

/// Starts programs with a given set of descriptors.
package enum ChildProcess {
  /// The reason that a program was not started.
  package struct Failure: Error {
    /// The `errno` of the failure.
    package let number: Int32
  }

  /// Starts a program in its own process group, so that Ctrl-C does not reach it.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - descriptors: the descriptors of the child from 0 on; it inherits no others.
  ///   - environment: the variables, each as `NAME=value`; by default those of
  ///     ``ChildEnvironment``.
  /// - Returns: the process ID.
  /// - Throws: the error of the system if the program cannot be started.
  package static func start(
    _ command: [String], descriptors: [Int32],
    environment: [String] = ChildEnvironment.inherited
  ) throws(Failure) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // An embedding program may have descriptors without close-on-exec.
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
    return pid
  }
}
