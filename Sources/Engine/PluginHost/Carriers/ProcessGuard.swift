internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// Another process that waits for this one and judges how it ended, so that no library in it can end it
/// and pass that for a success.
public enum ProcessGuard {
  /// Begins; to be called before there are threads.
  ///
  /// What goes on is another process.
  ///
  /// - Throws: `plugin-unloadable` where no process can be made.
  public static func begin() throws(RenderError) {
    let status = wallfarm_guard()
    guard status == 0 else {
      throw RenderError(
        .pluginUnloadable, "libraries cannot be guarded: \(SystemError.message(status))",
        origin: .option("in-process"), hint: "leave it out, or try again later")
    }
  }

  /// Lets this process take in what programs of plugins disown, so that it ends with the picture.
  ///
  /// For a program that has no other children than those of this package, as the command line is. In
  /// others an orphan that a program disowned goes to the system's first process; what stays below
  /// the program ends with the picture all the same.
  public static func adoptOrphans() { wallfarm_adopt_orphans() }

  /// Says that all is done, and the status that the process is about to end with.
  public static func finish(status: Int32) { wallfarm_guard_finish(status) }
}
