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
  /// The built-in plugins and the plugins in the folders.
  private(set) var registry: PluginRegistry

  /// Searches the folders for plugins.
  ///
  /// - Throws: `file-unreadable` if a named folder does not exist.
  init(_ arguments: PluginArguments, _ installation: Installation) throws(RenderError) {
    (self.arguments, self.installation) = (arguments, installation)
    settings = try arguments.isolatedSettings()
    catalog = try arguments.catalog(installation)
    registry = catalog.registry(settings)
    identities = Self.identities(of: Self.files(of: catalog))
  }

  /// All files of all plugins, including invalid plugins.
  var files: Set<String> { Set(Self.files(of: catalog)) }

  /// Reloads the registry if a file changed; the plugin programs exit when the old registry is
  /// released.
  ///
  /// - Returns: Whether the registry was replaced.
  /// - Throws: `file-unreadable` if a named folder does not exist.
  func reloadIfChanged() throws(RenderError) -> Bool {
    guard Self.identities(of: Self.files(of: catalog)) != identities else { return false }
    catalog = try arguments.catalog(installation)
    registry = catalog.registry(settings)
    identities = Self.identities(of: Self.files(of: catalog))
    return true
  }

  private static func files(of catalog: PluginCatalog) -> [String] {
    catalog.items.flatMap { item in
      let folder = Files.folder(of: item.found.file)
      return Files.namesBelow(folder).map { "\(folder)/\($0)" }
    }
  }

  private static func identities(of files: [String]) -> [String: Files.Identity?] {
    Dictionary(files.map { ($0, try? Files.identity(of: $0)) }) { first, _ in first }
  }
}
