internal import Digests
internal import Files
import SourceJSON
package import WallfarmPluginKit

/// A font file that a theme supplies.
package struct ThemeFont: Sendable, Hashable {
  /// The path as written in the theme file.
  package let name: String
  /// The path of the file: the path in the theme, relative to the folder of the theme file.
  package let file: String
  /// The expected SHA-256 of the file, 64 hexadecimal digits; `nil` accepts any content.
  package let sha256: String?
  /// The position of the path in the theme file.
  package let origin: Origin
  /// The theme file.
  package let theme: String

  /// Maximum number of font files in a theme file.
  package static let most = 16

  /// Reads the key `fontFiles` of a theme file.
  ///
  /// An entry is a path, or an object with `file` and `sha256`.
  static func fonts(_ root: JSONNode, in reader: inout FileReader) -> [ThemeFont] {
    guard let node = root["fontFiles"] else { return [] }
    guard let items = node.elements else {
      reader.report(reader.wrong(node, "'fontFiles'", "a list of paths of font files"))
      return []
    }
    if items.count > most {
      reader.report(
        .invalidValue(
          "'fontFiles'", expected: "at most \(most) files",
          got: "a list of \(items.count) entries", origin: reader.origin(node),
          hint: "remove the fonts that the theme does not use"))
    }
    return items.prefix(most).compactMap { font($0, in: &reader) }
  }

  private static func font(_ item: JSONNode, in reader: inout FileReader) -> ThemeFont? {
    var (path, sha256): (JSONNode?, String?) = (item, nil)
    if item.members != nil {
      guard
        let object = reader.object(item, "an entry of 'fontFiles'", keys: ["file", "sha256"])
      else { return nil }
      path = object["file"]
      if path == nil { reader.missing("file", in: "an entry of 'fontFiles'", item) }
      if let pin = object["sha256"] {
        sha256 = pin.string?.lowercased()
        guard let sha256, SHA256.isHex(sha256) else {
          reader.report(reader.wrong(pin, "'sha256'", "64 hexadecimal digits"))
          return nil
        }
      }
    }
    guard let path else { return nil }
    guard let text = path.string, !text.isEmpty else {
      reader.report(
        reader.wrong(path, "an entry of 'fontFiles'", "the path of a font file, as a string"))
      return nil
    }
    return ThemeFont(
      name: text, file: Files.join(Files.folder(of: reader.file), text), sha256: sha256,
      origin: reader.origin(path), theme: reader.file)
  }
}
