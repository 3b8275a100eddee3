import BuiltInPlugins
import Designs
import Files
import PluginHost
import WallfarmCore
import WallfarmPluginKit

/// The plugins of a render that goes on: looked for again when one of their files was saved.
final class WatchedPlugins {
  private let arguments: PluginArguments
  private let installation: Installation
  private let settings: PluginHostSettings
  private var shelf: PluginShelf
  private var identities: [String: Files.Identity?]
  /// Those that come along and those that were found.
  private(set) var registry: PluginRegistry

  /// Looks for them.
  ///
  /// - Throws: `file-unreadable` for a folder that was asked for and is not there.
  init(_ arguments: PluginArguments, _ installation: Installation) throws(RenderError) {
    (self.arguments, self.installation) = (arguments, installation)
    settings = try arguments.isolatedSettings()
    shelf = try arguments.shelf(installation)
    registry = shelf.registry(settings)
    identities = Self.identities(of: Self.files(of: shelf))
  }

  /// Every file of every plugin, also of those with mistakes.
  var files: Set<String> { Set(Self.files(of: shelf)) }

  /// Whether a file was saved since the last look; then the registry is another one, and the programs of
  /// the old one end with it.
  ///
  /// - Returns: whether there is another registry.
  /// - Throws: `file-unreadable` for a folder that was asked for and is not there.
  func areRenewed() throws(RenderError) -> Bool {
    guard Self.identities(of: Self.files(of: shelf)) != identities else { return false }
    shelf = try arguments.shelf(installation)
    registry = shelf.registry(settings)
    identities = Self.identities(of: Self.files(of: shelf))
    return true
  }

  private static func files(of shelf: PluginShelf) -> [String] {
    shelf.items.flatMap { item in
      let folder = Files.folder(of: item.found.file)
      return Files.namesBelow(folder).map { "\(folder)/\($0)" }
    }
  }

  private static func identities(of files: [String]) -> [String: Files.Identity?] {
    Dictionary(files.map { ($0, try? Files.identity(of: $0)) }) { first, _ in first }
  }
}
