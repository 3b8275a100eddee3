internal import CSystem
internal import Glibc

/// A program that is started with descriptors of ours and nothing else.
package enum ChildProcess {
  /// Why a program was not started.
  package struct Failure: Error {
    /// As the kernel says it: `errno`.
    package let number: Int32
  }

  /// Starts a program, in a process group of its own: a Ctrl-C is for those who have started us.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - descriptors: become its descriptors from 0 on; it has no others.
  ///   - environment: its variables, each as `NAME=value`; by default those of ``ChildEnvironment``.
  /// - Returns: the number of the process.
  /// - Throws: what the kernel says where there is no such program, or no room for it.
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
    // Not all of what an embedding program has opened closes itself; the child gets none of it.
    wallfarm_close_from(&actions, Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals as any program expects them.
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
