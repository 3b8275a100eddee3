internal import Designs
internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// Finds files that a theme uses but that are outside the theme's folder.
///
/// If the theme were shared, such files would be missing.
struct FilesOutside {
  private let file: ThemeFile
  private let uses: UseCheck

  init(_ file: ThemeFile, uses: UseCheck) { (self.file, self.uses) = (file, uses) }

  var warnings: [RenderWarning] {
    let parts = [file.main] + Array(file.variants.values) + file.overrides.map(\.part)
    return parts.flatMap { part -> [RenderWarning] in
      let plugin = part.background?.plugin ?? file.main.background?.plugin ?? ""
      let schema = uses.plugins.background(plugin)?.schema
      let given = (part.background?.parameters ?? []) + part.backgroundChanges
      return given.compactMap { key, value, origin in
        guard schema?[key]?.kind == .file, case .string(let name) = value, !name.isEmpty,
          origin.file == file.file
        else { return nil }
        return outside(name, origin)
      }
    }
  }

  /// A warning if a path, after links are resolved, leads to a location outside the theme's folder.
  private func outside(_ name: String, _ origin: Origin) -> RenderWarning? {
    let folder = Files.folder(of: file.file)
    guard !Files.isInside(Files.join(folder, name), folder) else { return nil }
    return RenderWarning(
      .fileOutside, "'\(name.shortened)' is outside the folder of the theme",
      hint: "move it into that folder, so that both can be shared", origin: origin)
  }

  /// A warning if the base theme is outside the theme's folder.
  static func warning(forBase name: String, of file: String, origin: Origin) -> RenderWarning? {
    guard name.contains("/") || name.hasSuffix(".json") else { return nil }
    let folder = Files.folder(of: file)
    let path = Files.join(folder, name)
    guard Files.exists(path), !Files.isInside(path, folder) else { return nil }
    return RenderWarning(
      .fileOutside, "'\(name.shortened)' is outside the folder of the theme",
      hint: "move it into that folder, so that both can be shared", origin: origin)
  }
}
