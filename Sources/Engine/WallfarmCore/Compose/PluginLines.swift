public import WallfarmPluginKit

/// The log lines and the fence of an external plugin that contributed to a picture, for the
/// receipt.
public struct PluginWords: Sendable {
  /// The plugin.
  public let plugin: PluginDescription
  /// The lines that the plugin logged.
  public let lines: [String]
  /// The fence around the plugin's program; `nil` for a library in the rendering process.
  public let fence: FenceReport?
}

extension PluginWords: Hashable {
  /// Compares id, version, lines and fence.
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

/// Collects the log of one plugin while it composes.
package final class PluginLines: PluginLog {
  private let plugin: PluginDescription
  private var lines: [String] = []
  private var fence: FenceReport?

  init(of plugin: PluginDescription) { self.plugin = plugin }

  package func log(_ line: String) { lines.append(line) }

  /// Records the fence after the plugin has answered, once per picture; `fence` is `nil` if the
  /// plugin has no process of its own.
  package func ran(behind fence: FenceReport?) { self.fence = fence }

  var said: PluginWords { PluginWords(plugin: plugin, lines: lines, fence: fence) }
}
