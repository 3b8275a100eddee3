internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// A parent process that verifies how this process exits, so that no library can fake a success.
public enum ProcessGuard {
  /// Forks; the caller continues in the child process.
  ///
  /// Call it before the process has threads.
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

  /// Makes this process the subreaper of orphaned plugin processes, so that they end with the
  /// render.
  ///
  /// Only for a program whose children all belong to this package, such as the command line.
  /// Elsewhere init adopts an orphaned process; other descendants of a program still end with the
  /// render.
  public static func adoptOrphans() { wallfarm_adopt_orphans() }

  /// Reports to the guard that all work is done, and the exit status that follows.
  public static func finish(status: Int32) { wallfarm_guard_finish(status) }
}
