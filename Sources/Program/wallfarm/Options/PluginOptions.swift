import Arguments
import BuiltInPlugins
import Designs
import PluginHost
import WallfarmCore
import WallfarmPluginKit

/// Where plugins from outside are, and how they are run.
enum PluginOptions {
  static let folders = Option(
    "plugins", value: "folder", repeats: true, completion: .directories,
    summary: "A folder with plugins, or a plugin; give it once for each. WALLFARM_PLUGINS and your "
      + "own folder are looked into as well.")
  static let inProcess = Flag(
    "in-process",
    summary: "Call plugins that are libraries in the process that renders: faster, and without a "
      + "fence. For those that you trust.")
  static let timeout = Option(
    "plugin-timeout", value: "seconds", default: "10",
    summary: "Most time of a plugin for one picture.")
  static let memory = Option(
    "plugin-memory", value: "megabytes", default: "1024",
    summary: "Most memory of a plugin, with all that it starts.")

  /// For verbs that only read what plugins say of themselves.
  static let finding: [Declaration] = [.option(folders)]
  /// For verbs that render.
  static let all: [Declaration] = [
    .option(folders), .flag(inProcess), .option(timeout), .option(memory),
  ]
}

/// Reads the options about plugins.
struct PluginArguments {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The plugins that come along and those of the folders, not one of them run.
  func registry(_ installation: Installation) throws(RenderError) -> PluginRegistry {
    try shelf(installation).registry(settings())
  }

  /// Libraries in processes of their own whatever was asked for: one that was built anew cannot take
  /// the place of the old one in a process.
  func isolatedSettings() throws(RenderError) -> PluginHostSettings {
    let limits = try limits()
    return PluginHostSettings(limits: limits, isolation: PluginArguments.isolation(limits))
  }

  /// What was found in the folders.
  func shelf(_ installation: Installation) throws(RenderError) -> PluginShelf {
    try PluginShelf(folders: folders(installation), builtIn: .builtIn)
  }

  /// Where plugins are looked for.
  func folders(_ installation: Installation) -> PluginFolders {
    PluginFolders(
      flags: invocation.values(of: PluginOptions.folders), installation: installation)
  }

  /// How they are run: libraries in processes of their own, unless a person trusts them.
  func settings() throws(RenderError) -> PluginHostSettings {
    let limits = try limits()
    return PluginHostSettings(
      limits: limits, isolation: isInProcess ? nil : PluginArguments.isolation(limits))
  }

  private var isInProcess: Bool { invocation.isOn(PluginOptions.inProcess) }

  /// Whether another process has to watch how this one ends.
  ///
  /// A pool watches its workers itself.
  var needsGuard: Bool {
    isInProcess && !["batch", "bundle", "worker", "plugin-server"].contains(invocation.path.first)
  }

  /// The command that carries a library in a process of its own.
  static func isolation(_ limits: PluginLimits) -> [String] {
    // The very program that runs, also where the file was replaced by a newer one meanwhile.
    ["/proc/self/exe", "plugin-server", "--plugin-memory=\(limits.megabytes)"]
  }

  /// What one picture of a plugin may use.
  func limits() throws(RenderError) -> PluginLimits {
    var limits = PluginLimits()
    if let time = try invocation.seconds(PluginOptions.timeout) { limits.time = time }
    if let memory = try invocation.count(PluginOptions.memory, most: 1 << 20) {
      limits.megabytes = memory
    }
    return limits
  }

  /// The same options again, for a worker.
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
  /// A whole number of an option, from 1.
  func count(_ option: Option, most: Int) throws(RenderError) -> Int? {
    try value(of: option).map { (text) throws(RenderError) in
      try RequestReader.count(text, most: most, origin: .option(option.long))
    }
  }

  /// A whole number of an option, within a range.
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

  /// A time of an option.
  func seconds(_ option: Option) throws(RenderError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    guard let number = Double(text), number >= 0.1, number <= 86_400 else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a number of seconds from 0.1 to 86400",
        origin: .option(option.long), hint: "write a plain number, without a unit")
    }
    return .milliseconds(Int64(number * 1000))
  }
}
