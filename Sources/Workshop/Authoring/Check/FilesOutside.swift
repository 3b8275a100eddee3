internal import Designs
internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// Finds the files that a theme uses, and reports files outside the theme's folder.
///
/// If the theme were shared, files outside its folder would be missing.
struct FilesOutside {
  private let file: ThemeFile
  private let uses: UseCheck
  /// The folder that is shared; by default, the folder of the theme.
  private let folder: String

  init(_ file: ThemeFile, uses: UseCheck, sharing folder: String?) {
    (self.file, self.uses) = (file, uses)
    self.folder = folder ?? Files.folder(of: file.file)
  }

  var warnings: [RenderWarning] {
    names.compactMap { name, origin in outside(name, origin) }
  }

  /// The photos that the theme's own file names, as written in the file.
  var names: [(name: String, origin: Origin)] {
    let parts = [file.main] + Array(file.variants.values) + file.overrides.map(\.part)
    return parts.flatMap { part -> [(name: String, origin: Origin)] in
      let background = part.background ?? file.main.background
      let schema = background.flatMap(uses.plugins.known(background:))?.schema
      let given = (part.background?.parameters ?? []) + part.backgroundChanges
      let images = (part.images ?? []).flatMap { image in
        image.parameters.filter { $0.key == "file" }.map { ($0.value, $0.origin) }
      }
      let files = given.filter { schema?[$0.key]?.kind == .file }.map { ($0.value, $0.origin) }
      return (files + images).compactMap { value, origin in
        guard case .string(let name) = value, !name.isEmpty,
          origin.file == file.file
        else { return nil }
        return (name, origin)
      }
    }
  }

  /// A warning if a path, after links are resolved, leads to a location outside the theme's folder.
  private func outside(_ name: String, _ origin: Origin) -> RenderWarning? {
    let path = Files.join(Files.folder(of: file.file), name)
    return .outside(name, path, of: folder, origin)
  }

  /// A warning if the base theme is outside the theme's folder.
  static func warning(
    forBase name: String, of file: String, sharing folder: String?, origin: Origin
  ) -> RenderWarning? {
    guard name.contains("/") || name.hasSuffix(".json") else { return nil }
    let path = Files.join(Files.folder(of: file), name)
    guard Files.exists(path) else { return nil }
    return .outside(name, path, of: folder ?? Files.folder(of: file), origin)
  }
}

extension RenderWarning {
  /// The warning about a file that would be missing if a folder were shared; `nil` if the file is in
  /// the folder and named by a relative path.
  static func outside(
    _ name: String, _ path: String, of folder: String, _ origin: Origin
  ) -> RenderWarning? {
    guard Files.isInside(path, folder) else {
      return RenderWarning(
        .fileOutside, "'\(name.shortened)' is outside the folder of the theme",
        hint: "move it into that folder, so that both can be shared", origin: origin)
    }
    guard name.hasPrefix("/") else { return nil }
    return RenderWarning(
      .fileOutside, "'\(name.shortened)' is an absolute path, which exists only on this machine",
      hint: "write the path relative to the theme file", origin: origin)
  }
}
