public import WallfarmPluginKit

/// What a plugin from outside did for a picture: it stands in the receipt.
public struct PluginWords: Sendable {
  /// The plugin.
  public let plugin: PluginDescription
  /// What it said beside its layers, line by line.
  public let lines: [String]
  /// What stood round its program; nil for a library in the process that rendered.
  public let fence: FenceReport?
}

extension PluginWords: Hashable {
  /// Whether two are of one plugin and say the same.
  public static func == (one: PluginWords, other: PluginWords) -> Bool {
    one.plugin.id == other.plugin.id && one.plugin.version == other.plugin.version
      && one.lines == other.lines && one.fence == other.fence
  }

  /// Hashes id and lines.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(plugin.id)
    hasher.combine(lines)
  }
}

/// Collects what one plugin says while it makes its layers.
final class PluginLines: PluginLog, FenceLog {
  private let plugin: PluginDescription
  private var lines: [String] = []
  private var fence: FenceReport?

  init(of plugin: PluginDescription) { self.plugin = plugin }

  func log(_ line: String) { lines.append(line) }

  func ran(behind fence: FenceReport?) { self.fence = fence }

  var said: PluginWords { PluginWords(plugin: plugin, lines: lines, fence: fence) }
}
