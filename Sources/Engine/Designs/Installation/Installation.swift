internal import Files
internal import Glibc
public import WallfarmPluginKit

/// The folders with the installed data, such as templates, themes and fonts.
public struct Installation: Sendable, Hashable {
  /// The folder that contains `Templates` and `Fonts`.
  public let root: String

  /// The folders with content in addition to the installed content, in order of decreasing
  /// precedence; empty by default.
  ///
  /// The names of installed themes, templates and motions take precedence over names in these
  /// folders.
  public var contentFolders: [ContentFolder]

  /// Creates an installation from a folder that contains `Templates` and `Fonts`.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - contentFolders: Folders with additional content; ``ContentFolder/ofMachine`` contains the
  ///     folders of the user and the system.
  public init(root: String, contentFolders: [ContentFolder] = []) {
    (self.root, self.contentFolders) = (root, contentFolders)
  }

  /// The folders of the installed packs with content, by the names of the packs.
  package var packs: [String: String] {
    Dictionary(
      contentFolders.compactMap { folder in
        folder.pack.map { ($0, Files.folder(of: folder.path)) }
      }
    ) { first, _ in first }
  }

  /// The folder that contains one folder per template, and the shared `themes` folder.
  public var templates: String { root + "/Templates" }
  /// The folder that contains one file per device family.
  public var devices: String { root + "/Devices" }
  /// The folder that contains one folder per flow.
  public var flows: String { root + "/Flows" }
  /// The folder that contains one file per motion.
  public var motions: String { root + "/Motions" }
  /// The folder that contains the city list and the map data.
  public var maps: String { root + "/Maps" }
  /// The file with the coastlines for maps.
  public var coasts: String { maps + "/coasts.bin" }
  /// The folder with `fonts.conf`, `fonts.lock`, `hyphens.lock` and the pinned files.
  public var fonts: String { root + "/Fonts" }
  /// The folder with the hyphenation patterns.
  public var hyphens: String { fonts + "/hyphens" }

  /// Locates the data of the running program.
  ///
  /// If `WALLFARM_HOME` is set, only that folder is considered. Otherwise, the search starts with
  /// `../share/wallfarm`, relative to the folder of an installed program, and continues with the
  /// checkout that contains a built program.
  ///
  /// - Throws: `installation-broken` if no folder contains both the templates and the font
  ///   configuration.
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

  /// Locates the data of the running program, together with the content folders of the user and the
  /// system.
  ///
  /// - Throws: `installation-broken`.
  public static func findForUser() throws(RenderError) -> Installation {
    var installation = try find()
    installation.contentFolders = ContentFolder.ofMachine
    return installation
  }

  private static func candidates(besides program: String) -> [String] {
    let folder = Files.folder(of: program)
    var list = [Files.folder(of: folder) + "/share/wallfarm"]
    // A built program is in .build/<triple>/<configuration>, and a test is in a bundle below that
    // folder, so every enclosing folder is a candidate.
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
