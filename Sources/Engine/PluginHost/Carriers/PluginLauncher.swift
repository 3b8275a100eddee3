internal import CPluginHost
internal import Files
public import WallfarmPluginKit

/// A helper process that starts plugin programs on behalf of a fenced process.
///
/// It decodes no photos and parses no text: a request is the number of a registered program or the
/// id of a process that it started. All its child processes end with the process that it serves.
public enum PluginLauncher {
  /// Forks the launcher if a registry contains programs or isolated libraries.
  ///
  /// Call it before the process has threads.
  ///
  /// - Parameters:
  ///   - plugins: The plugins that can be started from then on.
  ///   - isFenced: Whether the launcher itself may read only files that a plugin may read.
  /// - Throws: `plugin-unloadable` if the process cannot be created.
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
