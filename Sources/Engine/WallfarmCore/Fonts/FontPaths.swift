internal import Files
internal import FontFormats
import WallfarmPluginKit

/// Finds the font files that a request names: single files, or all font files in a folder.
enum FontPaths {
  /// Maximum number of font files in a request.
  private static let most = 32

  /// Finds the font files at a path.
  ///
  /// - Parameters:
  ///   - name: The path of a file or a folder, as written in the request.
  ///   - files: The folder for relative paths.
  /// - Returns: The paths of the files, in the order of their names.
  /// - Throws: `path-outside`, `file-unreadable`; `invalid-value` for a folder without fonts, or
  ///   with too many.
  static func paths(at name: String, in files: FileScope) throws(RenderError) -> [String] {
    let path = try files.path(of: name, origin: .option("fonts"))
    guard Files.isFolder(path) else { return [name] }
    let found = Files.names(in: path).filter { FontFile.extensions.contains(Files.ending(of: $0)) }
    guard !found.isEmpty else {
      throw RenderError(
        .invalidValue, "the folder '\(name)' contains no font files", origin: .option("fonts"),
        hint: "put TTF, OTF, TTC or OTC files into the folder, or name a font file")
    }
    try check(found.count)
    return found.map { name.hasSuffix("/") ? name + $0 : "\(name)/\($0)" }
  }

  /// Checks the number of font files in a request.
  ///
  /// - Throws: `invalid-value`.
  static func check(_ count: Int) throws(RenderError) {
    guard count > most else { return }
    throw .invalidValue(
      "'fonts'", expected: "at most \(most) files", got: "\(count) files",
      origin: .option("fonts"), hint: "name only the fonts that the picture needs")
  }
}
