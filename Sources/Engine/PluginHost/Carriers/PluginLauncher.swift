internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// Another process that starts the programs of plugins, for one that is locked in and starts nothing.
///
/// It decodes no photo and reads no text: what it is asked for is the number of a program that it knows,
/// or of a process that it has started. Everything it started ends with the process it works for.
public enum PluginLauncher {
  /// Begins, where a registry has programs, or libraries in processes of their own; to be called before
  /// there are threads.
  ///
  /// - Parameters:
  ///   - plugins: those that can be started from now on.
  ///   - isFenced: whether it is kept from files that no plugin may read.
  /// - Throws: `plugin-unloadable` where no process can be made.
  public static func begin(for plugins: PluginRegistry, isFenced: Bool) throws(RenderError) {
    let carriers =
      plugins.backgrounds.compactMap { ($0 as? OutsideBackground)?.carrier as? ProgramCarrier }
      + plugins.layouts.compactMap { ($0 as? OutsideLayout)?.carrier as? ProgramCarrier }
    guard !carriers.isEmpty else { return }
    var status = carriers.reduce(0) { $0 != 0 ? $0 : $1.introduce() }
    if status == 0 {
      // What a program needs to be started, and what is said of it and its like.
      let readable = Set(carriers.flatMap(\.readable)).union(["/proc", "/proc/self/exe"])
      status =
        isFenced
        ? readable.sorted().withCStrings { wallfarm_launcher_begin($0) }
        : wallfarm_launcher_begin(nil)
    }
    guard status == 0 else {
      throw RenderError(
        .pluginUnloadable,
        "plugins cannot be started: \(SystemError.message(status))", origin: .option("plugins"),
        hint: "try again later; see whether processes, memory and open files are left")
    }
  }
}
