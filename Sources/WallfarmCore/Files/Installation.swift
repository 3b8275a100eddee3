internal import Digests
internal import Files
internal import Glibc
public import Graphics
public import WallfarmPluginKit

/// Where the data of wallfarm lies: templates, themes and fonts.
public struct Installation: Sendable, Hashable {
  /// Holds `Templates` and `Fonts`.
  public let root: String

  /// Uses a folder that holds `Templates` and `Fonts`.
  public init(root: String) { self.root = root }

  /// Opens the fonts, with what fontconfig learned of them.
  ///
  /// - Throws: `fonts-missing`, also where a font cannot be read: with another one in its place the
  ///   picture would be another.
  public func openFonts() throws(RenderError) -> FontContext {
    do throws(RenderError) {
      let rules = try Files.read(fonts + "/fonts.conf")
      // Rules for scanning are applied before fontconfig keeps anything, so other rules need another
      // cache.
      let cache = "\(fonts)/cache/\(SHA256.hex(of: rules).prefix(12))"
      let files = Files.names(in: fonts + "/files")
      return try FontContext(
        folder: fonts, cache: cache, files: files, digest: try fontsDigest())
    } catch  where error.code == .fileUnreadable || error.code == .inputFailed {
      throw RenderError(
        .fontsMissing, error.message, origin: .file(fonts),
        hint: "run 'make setup' in the project, or 'wallfarm doctor' to see what is missing")
    }
  }

  /// The folder with one folder per template, and `themes`.
  public var templates: String { root + "/Templates" }
  /// The folder with `fonts.conf`, `fonts.lock` and `files`.
  public var fonts: String { root + "/Fonts" }

  /// Finds the data that belongs to the running program.
  ///
  /// In this order: the folder in `WALLFARM_HOME`; `../share/wallfarm` beside an installed program;
  /// the checkout above a built one.
  ///
  /// - Throws: `installation-broken` where none of them holds templates.
  public static func find() throws(RenderError) -> Installation {
    if let home = getenv("WALLFARM_HOME") {
      let root = String(cString: home)
      guard holdsData(root) else { throw .installationBroken(tried: [root], variable: true) }
      return Installation(root: root)
    }
    let tried = candidates(besides: Files.resolved("/proc/self/exe") ?? ".")
    guard let root = tried.first(where: holdsData) else {
      throw .installationBroken(tried: tried, variable: false)
    }
    return Installation(root: root)
  }

  private static func candidates(besides program: String) -> [String] {
    let folder = Files.folder(of: program)
    var list = [Files.folder(of: folder) + "/share/wallfarm"]
    // A built program lies in .build/<triple>/<configuration>, a test in a bundle below that.
    var above = folder
    while above != "/" && above != "." {
      above = Files.folder(of: above)
      list.append(above)
    }
    return list
  }

  private static func holdsData(_ root: String) -> Bool {
    Files.isFolder(root + "/Templates") && Files.exists(root + "/Fonts/fonts.conf")
  }
}
