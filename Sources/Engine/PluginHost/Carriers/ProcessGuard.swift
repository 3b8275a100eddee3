internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// A parent process that checks how this process ends, so that no plugin library can fake success.
public enum ProcessGuard {
  /// Forks this process; the parent becomes the guard, and the caller continues in the child
  /// process.
  ///
  /// Call this method before the process starts any threads.
  ///
  /// - Throws: `plugin-unloadable` if the process cannot be created.
  public static func begin() throws(RenderError) {
    let status = wallfarm_guard()
    guard status == 0 else {
      throw RenderError(
        .pluginUnloadable, "the guard process cannot be started: \(SystemError.message(status))",
        origin: .option("in-process"), hint: "remove the plugin, or try again later")
    }
  }

  /// Allows this process to adopt orphaned plugin processes as their subreaper and to terminate
  /// them after a render.
  ///
  /// Call this method only in a program whose child processes all belong to this package, such as
  /// the command-line tool. In other programs, init adopts orphaned plugin processes, so this
  /// package cannot terminate them. All other descendants of a plugin program are still terminated.
  public static func adoptOrphans() { wallfarm_adopt_orphans() }

  /// Tells the guard that all work is done and which exit status this process will return.
  public static func finish(status: Int32) { wallfarm_guard_finish(status) }
}
