import BuiltInPlugins
import Packs
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The folder of an author, with a theme that has its own font.
enum PackFolder {
  static let theme = """
    {
      "format": 1, "summary": "A test.", "fontFiles": ["../fonts/Harbour.ttf"],
      "background": {"plugin": "solid-color", "parameters": {"color": "#101827"}},
      "colors": {"text": "#f4efe4"}, "fonts": {"text": "Harbour", "weight": 700}
    }
    """

  static func font() throws -> [UInt8] {
    try RenamedFont.bytes("Manrope-Bold.ttf", "Manrope", as: "Harbour")
  }

  static func manifest(version: String = "1.0.0", more: String = "") -> String {
    """
    {
      "format": 1, "name": "harbour", "version": "\(version)", "summary": "A test.",
      "author": "Ada", "license": "CC0-1.0"\(more)
    }
    """
  }

  /// Writes the folder `harbour`.
  static func write(
    in folder: TemporaryFolder, version: String = "1.0.0", more: String = ""
  ) throws {
    try folder.write(manifest(version: version, more: more), to: "harbour/pack.json")
    try folder.write(theme, to: "harbour/themes/dusk.json")
    try folder.write(font(), to: "harbour/fonts/Harbour.ttf")
  }

  /// Makes the pack of the folder `harbour`.
  @discardableResult
  static func make(in folder: TemporaryFolder, to name: String) throws -> PackManifest {
    let maker = PackMaker(installation: Workspace.installation, plugins: .builtIn)
    guard case .made(let pack) = try maker.make(folder.file("harbour")) else {
      throw PackRefused()
    }
    try pack.write(to: folder.file(name), origin: .option("output"))
    return pack.manifest
  }

  private struct PackRefused: Error {}
}
