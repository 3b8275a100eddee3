internal import Designs
internal import Files
internal import SourceJSON
internal import WallfarmPluginKit

/// The values of a theme with the digests of its files, which do not depend on paths.
struct ThemeMeaning: Hashable {
  private let content: JSONValue

  /// Reads the files of a theme.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - plugins: The ids to use in place of other ids.
  /// - Throws: `file-unreadable`.
  init(of theme: ThemeFile, renaming plugins: [String: String] = [:]) throws(RenderError) {
    let flat = try theme.flat { (text, origin) throws(RenderError) in
      let file = Files.join(Files.folder(of: origin.file ?? theme.file), text)
      return Files.kind(of: file) == .regular ? try FileDigest.sha256(ofFile: file) : text
    }
    content = ThemeMeaning.renaming(plugins, in: flat)
  }

  private static func renaming(_ plugins: [String: String], in value: JSONValue) -> JSONValue {
    switch value {
    case .array(let values): .array(values.map { renaming(plugins, in: $0) })
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            if key == "plugin", case .string(let id) = value {
              return (key, .string(plugins[id] ?? id))
            }
            return (key, renaming(plugins, in: value))
          }))
    case .null, .bool, .number, .string: value
    }
  }
}
