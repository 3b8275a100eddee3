import Arguments
import BuiltInPlugins
import Designs
import PluginHost
import Processes
import WallfarmCore
import WallfarmPluginKit

/// The options for external plugins.
enum PluginOptions {
  static let folders = Option(
    "plugins", value: "folder", repeats: true, completion: .directories,
    summary:
      "Folder of one plugin, or folder that contains plugins; WALLFARM_PLUGINS and your own "
      + "plugin folder are also searched.")
  static let inProcess = Flag(
    "in-process",
    summary:
      "Run plugin libraries in the render process, which is faster but has no fence; use it only "
      + "for plugins that you trust.")
  static let timeout = Option(
    "plugin-timeout", value: "seconds", default: "10",
    summary: "Maximum time that a plugin may take for one picture.")
  static let memory = Option(
    "plugin-memory", value: "megabytes", default: "1024",
    summary: "Maximum memory of a plugin and its child processes.")

  /// The options of verbs that only read plugin manifests.
  static let finding: [Declaration] = [.option(folders)]
  /// The options of verbs that render.
  static let all: [Declaration] = [
    .option(folders), .flag(inProcess), .option(timeout), .option(memory),
  ]
}

/// Reads the options for external plugins.
struct PluginArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Returns the registry of the built-in plugins and the plugins in the folders, without running
  /// any plugin.
  func registry(_ installation: Installation) throws(RenderError) -> PluginRegistry {
    try catalog(installation).registry(settings())
  }

  /// Returns settings that always isolate plugin libraries, because a process cannot load a rebuilt
  /// version of a library that it has already loaded.
  func isolatedSettings() throws(RenderError) -> PluginHostSettings {
    let limits = try limits()
    return PluginHostSettings(limits: limits, isolation: PluginArguments.isolation(limits))
  }

  /// Returns the plugins in the folders.
  func catalog(_ installation: Installation) throws(RenderError) -> PluginCatalog {
    try PluginCatalog(folders: folders(installation), builtIn: .builtIn)
  }

  /// Returns the folders to search for plugins.
  func folders(_ installation: Installation) -> PluginFolders {
    PluginFolders(
      flags: invocation.values(of: PluginOptions.folders), installation: installation)
  }

  /// Returns settings that isolate each plugin library in its own process, unless `--in-process` is
  /// given.
  func settings() throws(RenderError) -> PluginHostSettings {
    let limits = try limits()
    return PluginHostSettings(
      limits: limits, isolation: isInProcess ? nil : PluginArguments.isolation(limits))
  }

  private var isInProcess: Bool { invocation.isOn(PluginOptions.inProcess) }

  /// Whether the process needs a guard process that observes its exit.
  ///
  /// A guard is needed only with `--in-process`. `batch`, `bundle` and `publish` do not need one,
  /// because their pools observe the workers.
  var needsGuard: Bool {
    isInProcess
      && !["batch", "bundle", "publish", "worker", "plugin-server"].contains(invocation.path.first)
  }

  /// Returns the command that runs a plugin library in its own process.
  static func isolation(_ limits: PluginLimits) -> [String] {
    [CurrentProgram.path, "plugin-server", "--plugin-memory=\(limits.megabytes)"]
  }

  /// Returns the time and memory limits for a plugin that draws one picture.
  func limits() throws(RenderError) -> PluginLimits {
    var limits = PluginLimits()
    if let time = try invocation.seconds(PluginOptions.timeout) { limits.time = time }
    if let memory = try invocation.count(PluginOptions.memory, most: 1 << 20) {
      limits.megabytes = memory
    }
    return limits
  }

  /// The plugin options as worker arguments.
  var words: [String] {
    var words = invocation.values(of: PluginOptions.folders).map { "--plugins=\($0)" }
    if isInProcess { words.append("--in-process") }
    for option in [PluginOptions.timeout, PluginOptions.memory] {
      if let text = invocation.value(of: option) { words.append("--\(option.long)=\(text)") }
    }
    return words
  }
}

extension Invocation {
  /// Returns the value of an option as an integer from 1 to `most`.
  func count(_ option: Option, most: Int) throws(RenderError) -> Int? {
    try value(of: option).map { (text) throws(RenderError) in
      try RequestReader.count(text, most: most, origin: .option(option.long))
    }
  }

  /// Returns the value of an option as an integer in a range.
  func whole(_ option: Option, in range: ClosedRange<Int>) throws(RenderError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw RenderError(
        .invalidParameter,
        "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)",
        origin: .option(option.long), hint: ParameterKind.integer(range).hint(forRejected: text))
    }
    return number
  }

  /// Returns the value of an option as a duration from 0.1 s to 86,400 s.
  func seconds(_ option: Option) throws(RenderError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    guard let number = Double(text), number >= 0.1, number <= 86_400 else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a duration from 0.1 to 86400 seconds",
        origin: .option(option.long), hint: "write a plain number, without a unit")
    }
    return .milliseconds(Int64(number * 1000))
  }
}
