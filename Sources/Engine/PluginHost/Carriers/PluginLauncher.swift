internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// A helper process that starts plugin programs on behalf of a fenced process.
///
/// The launcher decodes no photos and parses no text, because a request contains only the number of
/// a registered program or the ID of a process that the launcher started. When the fenced process
/// exits, all child processes of the launcher are terminated.
public enum PluginLauncher {
  /// Forks the launcher if a registry contains programs or isolated libraries.
  ///
  /// Call this method before the process starts any threads.
  ///
  /// - Parameters:
  ///   - plugins: The plugins that can be started later.
  ///   - isFenced: Whether the launcher is restricted to the files that plugins can read.
  /// - Throws: `plugin-unloadable` if the launcher process cannot be created.
  public static func begin(for plugins: PluginRegistry, isFenced: Bool) throws(RenderError) {
    let carriers =
      plugins.backgrounds.compactMap { ($0 as? OutsideBackground)?.carrier as? ProgramCarrier }
      + plugins.layouts.compactMap { ($0 as? OutsideLayout)?.carrier as? ProgramCarrier }
    guard !carriers.isEmpty else { return }
    var status = carriers.reduce(0) { $0 != 0 ? $0 : $1.introduce() }
    if status == 0 {
      // Starting and monitoring programs requires access to /proc.
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
        hint: "try again later; check the limits of processes, memory and open files")
    }
  }
}
