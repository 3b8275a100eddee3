internal import Authoring
package import Designs
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// Writes the folder of a new pack: its manifest, and copies of an author's themes with the files
/// that they name.
package struct PackStarter {
  private let installation: Installation
  private let plugins: PluginRegistry

  private static let kind = MadeFolder(noun: "new pack", manifest: PackPath.manifest) { _ in nil }

  package init(installation: Installation, plugins: PluginRegistry) {
    (self.installation, self.plugins) = (installation, plugins)
  }

  /// Writes the folder, which must not exist.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder; its last component is the name of the pack.
  ///   - author: The author.
  ///   - license: The license, an SPDX identifier if possible.
  ///   - themes: The paths of theme files.
  /// - Returns: The paths of the files in the folder, the manifest first.
  /// - Throws: `invalid-parameter` for an invalid name; the first error in a theme;
  ///   `theme-not-copied` if a theme names a file outside its folder, or two themes have different
  ///   files with the same path; `output-failed`.
  package func write(
    _ folder: String, author: String, license: String, themes: [String]
  ) throws(RenderError) -> [String] {
    let name = Files.name(of: folder)
    guard PackManifest.isName(name) else {
      throw RenderError(
        .invalidParameter, "'\(name.shortened)' is not a valid name for a pack",
        origin: .argument("folder"),
        hint: "write a lowercase letter, and then at most 39 lowercase letters, digits or hyphens")
    }
    var files: [MadeFolder.File] = []
    for path in themes {
      let parcel = try ThemeParcel(file: path, installation: installation, plugins: plugins)
      for file in parcel.files {
        let place = "themes/\(file.path)"
        guard let known = files.first(where: { $0.path == place }) else {
          files.append((place, file.bytes, file.mode))
          continue
        }
        guard known.bytes == file.bytes else {
          throw RenderError(
            .themeNotCopied,
            "'\(path)' cannot be copied: another theme has a different file "
              + "'\(file.path)'", origin: .file(path), hint: "rename one of the files")
        }
      }
    }
    let count = files.count { $0.path.hasSuffix(".json") }
    let manifest = Self.manifest(name, author, license, themes: count)
    files.insert((PackPath.manifest, Array(manifest.utf8), 0o644), at: 0)
    try FolderReplacement(folder, kind: Self.kind, origin: .argument("folder")).write(files)
    return files.map { Files.join(folder, $0.path) }
  }

  private static func manifest(
    _ name: String, _ author: String, _ license: String, themes count: Int
  ) -> String {
    func quoted(_ text: String) -> String { JSONValue.string(text).text(pretty: false) }
    let summary = count == 1 ? "A theme." : "\(count) themes."
    return """
      {
        "format": 1,
        "name": \(quoted(name)),
        "version": "1.0.0",
        "summary": \(quoted(summary)),
        "author": \(quoted(author)),
        "license": \(quoted(license))
      }

      """
  }
}
