internal import Files
internal import PluginHost
package import WallfarmPluginKit

/// The plugins in the folder of a pack that is not installed.
///
/// The files of the pack name these plugins by their ids. Reading the plugins does not run them.
package struct PackPlugins {
  /// The errors in the plugins.
  package private(set) var problems: [RenderError] = []
  /// The ids of the usable plugins.
  let ids: Set<String>
  /// The plugins that the files of the pack can name.
  let registry: PluginRegistry

  /// Reads the plugins of a pack.
  ///
  /// - Parameters:
  ///   - folder: The folder of the pack.
  ///   - content: The content of the pack.
  ///   - builtIn: The built-in plugins, whose ids are reserved.
  ///   - settings: The settings with which the plugins run.
  /// - Throws: `file-unreadable`.
  init(
    _ folder: String, _ content: PackContent, builtIn: PluginRegistry,
    _ settings: PluginHostSettings = PluginHostSettings()
  ) throws(RenderError) {
    let catalog = try PluginCatalog(folders: PluginFolders(ofPackIn: folder), builtIn: builtIn)
    registry = catalog.registry(settings)
    ids = Set(catalog.items.filter { $0.problems.isEmpty }.map(\.id))
    problems = catalog.items.flatMap(\.problems)
    for name in content.plugins {
      let found = ManifestReader.read(folder: "\(folder)/plugins/\(name)")
      if !Files.exists(found.file) {
        problems += found.problems
      } else if found.manifest != nil, found.id != name {
        // The qualified name of the plugin is derived from its id.
        problems.append(
          RenderError(
            .packInvalid, "the folder 'plugins/\(name)' contains the plugin '\(found.id)'",
            origin: .file(found.file), hint: "rename the folder to '\(found.id)'"))
      }
    }
  }
}
