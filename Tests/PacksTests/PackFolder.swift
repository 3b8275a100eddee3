import BuiltInPlugins
import Packs
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The folder of an author, with a theme that has its own font.
enum PackFolder {
  static let theme = Harbour.theme([Harbour.fontFile])

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
