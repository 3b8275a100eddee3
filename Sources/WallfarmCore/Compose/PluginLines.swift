public import WallfarmPluginKit

/// What a plugin from outside did for a picture: it stands in the receipt.
public struct PluginWords: Sendable {
  /// The plugin.
  public let plugin: PluginDescription
  /// What it said beside its layers, line by line.
  public let lines: [String]
}

extension PluginWords: Hashable {
  /// Whether two are of one plugin and say the same.
  public static func == (one: PluginWords, other: PluginWords) -> Bool {
    one.plugin.id == other.plugin.id && one.plugin.version == other.plugin.version
      && one.lines == other.lines
  }

  /// Hashes id and lines.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(plugin.id)
    hasher.combine(lines)
  }
}

/// Collects what one plugin says while it makes its layers.
final class PluginLines: PluginLog {
  private let plugin: PluginDescription
  private var lines: [String] = []

  init(of plugin: PluginDescription) { self.plugin = plugin }

  func log(_ line: String) { lines.append(line) }

  var said: PluginWords { PluginWords(plugin: plugin, lines: lines) }
}
