/// The font family "Harbour", which is a renamed copy of a bundled font, and themes and a pack with
/// this font.
public enum Harbour {
  /// Returns the bytes of a font file of the family.
  ///
  /// - Parameter style: The style of the copied font, such as `Bold`.
  /// - Returns: The bytes.
  /// - Throws: An error if the copied font cannot be read.
  public static func font(_ style: String = "Bold") throws -> [UInt8] {
    try RenamedFont.bytes("Manrope-\(style).ttf", "Manrope", as: "Harbour")
  }

  /// Writes a variable font of the family with weights from 400 to 800, which fontTools makes.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - path: The path of the new file.
  /// - Throws: An error if the font cannot be made.
  public static func writeVariableFont(in folder: TemporaryFolder, to path: String) throws {
    try folder.write("", to: path)
    let (text, status) = Tool.run(
      Workspace.root + "/.build/python/bin/python",
      [
        "-B", Workspace.root + "/Tests/WallfarmTesting/variable-font.py",
        Workspace.root + "/Fonts/files/Manrope-Regular.ttf", "Harbour", folder.file(path),
      ], withErrors: true)
    guard status == 0 else { throw NoVariableFont(text: text) }
  }

  private struct NoVariableFont: Error { let text: String }

  /// A dark plain background.
  public static let plain =
    ##"{"plugin": "solid-color", "parameters": {"color": "#101827"}}"##

  /// Returns a theme with font files.
  ///
  /// - Parameters:
  ///   - files: The paths of the font files.
  ///   - family: The font family of the text.
  ///   - weight: The weight of the text.
  ///   - background: The background as JSON.
  /// - Returns: The theme as JSON.
  public static func theme(
    _ files: [String], family: String = "Harbour", weight: Int = 700, background: String = plain
  ) -> String {
    let list = files.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {
        "format": 1, "summary": "A test.", "fontFiles": [\(list)],
        "background": \(background),
        "colors": {"text": "#f4efe4"}, "fonts": {"text": "\(family)", "weight": \(weight)}
      }
      """
  }

  // MARK: - The pack

  /// The path of the font in the pack, relative to a theme of the pack.
  public static let fontFile = "../fonts/Harbour.ttf"

  /// Returns the manifest of a pack.
  ///
  /// - Parameters:
  ///   - name: The name of the pack.
  ///   - version: The version of the pack.
  ///   - more: More members of the manifest, after a comma.
  /// - Returns: The manifest as JSON.
  public static func manifest(
    _ name: String = "harbour", version: String = "1.0.0", more: String = ""
  ) -> String {
    """
    {
      "format": 1, "name": "\(name)", "version": "\(version)", "summary": "A test.",
      "author": "Ada", "license": "CC0-1.0"\(more)
    }
    """
  }

  /// Writes the folder of a pack with the theme `dusk`, which uses the font of the pack.
  ///
  /// - Parameters:
  ///   - folder: The folder in which the folder of the pack is created.
  ///   - name: The name of the pack and of its folder.
  ///   - version: The version of the pack.
  ///   - more: More members of the manifest, after a comma.
  ///   - background: The background of the theme as JSON.
  /// - Throws: An error if a file cannot be written.
  public static func writePack(
    in folder: TemporaryFolder, _ name: String = "harbour", version: String = "1.0.0",
    more: String = "", background: String = plain
  ) throws {
    try folder.write(manifest(name, version: version, more: more), to: "\(name)/pack.json")
    try folder.write(
      theme([fontFile], background: background), to: "\(name)/themes/dusk.json")
    try folder.write(font(), to: "\(name)/fonts/Harbour.ttf")
  }

  /// Returns a template that shows notes.
  ///
  /// - Parameters:
  ///   - theme: The name or path of its theme.
  ///   - background: The background as JSON, or `nil` for the background of the theme.
  /// - Returns: The template as JSON.
  public static func template(theme: String, background: String? = nil) -> String {
    let background = background.map { "\"background\": \($0), " } ?? ""
    return """
      {
        "format": 1, "summary": "A test.", "theme": "\(theme)", \(background)
        "layouts": [{"plugin": "numbered-notes"}]
      }
      """
  }
}
