import BuiltInPlugins
import Designs
import Files
import PluginHost
import WallfarmCore
import WallfarmPluginKit

/// The plugins of a watched render, reloaded when one of their files changes.
final class WatchedPlugins {
  private let arguments: PluginArguments
  private let installation: Installation
  private let settings: PluginHostSettings
  private var catalog: PluginCatalog
  private var identities: [String: Files.Identity?]
  /// The files that the watching program writes, which can be in the folder of a plugin.
  private let outputs: [String]
  /// The built-in plugins and the plugins in the folders.
  private(set) var registry: PluginRegistry

  /// Searches the folders for plugins.
  ///
  /// - Parameters:
  ///   - arguments: The plugin options.
  ///   - installation: The installation.
  ///   - outputs: The files that the program writes; a change of them is no change of a plugin.
  /// - Throws: `file-unreadable` if a named folder does not exist.
  init(
    _ arguments: PluginArguments, _ installation: Installation, excluding outputs: [String]
  ) throws(RenderError) {
    (self.arguments, self.installation, self.outputs) = (arguments, installation, outputs)
    settings = try arguments.isolatedSettings()
    catalog = try arguments.catalog(installation)
    registry = catalog.registry(settings)
    identities = Self.identities(of: Self.files(of: catalog, excluding: outputs))
  }

  /// All files of all plugins, including invalid plugins, except outputs.
  var files: Set<String> { Set(Self.files(of: catalog, excluding: outputs)) }

  /// Reloads the registry if a file changed; the plugin programs exit when the old registry is
  /// released.
  ///
  /// - Returns: Whether the registry was replaced.
  /// - Throws: `file-unreadable` if a named folder does not exist.
  func reloadIfChanged() throws(RenderError) -> Bool {
    let current = Self.identities(of: Self.files(of: catalog, excluding: outputs))
    guard current != identities else { return false }
    catalog = try arguments.catalog(installation)
    registry = catalog.registry(settings)
    identities = Self.identities(of: Self.files(of: catalog, excluding: outputs))
    return true
  }

  private static func files(
    of catalog: PluginCatalog, excluding outputs: [String]
  ) -> [String] {
    catalog.items.flatMap { item in
      let folder = Files.folder(of: item.found.file)
      let files = Files.namesBelow(folder).map { "\(folder)/\($0)" }
      return files.filter { file in !outputs.contains { PathComparison.isSame($0, file) } }
    }
  }

  private static func identities(of files: [String]) -> [String: Files.Identity?] {
    Dictionary(files.map { ($0, try? Files.identity(of: $0)) }) { first, _ in first }
  }
}
