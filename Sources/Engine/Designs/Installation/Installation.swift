internal import Files
internal import Glibc
public import WallfarmPluginKit

/// Where the data of wallfarm lies: templates, themes and fonts.
public struct Installation: Sendable, Hashable {
  /// Holds `Templates` and `Fonts`.
  public let root: String

  /// Uses a folder that holds `Templates` and `Fonts`.
  public init(root: String) { self.root = root }

  /// The folder with one folder per template, and `themes`.
  public var templates: String { root + "/Templates" }
  /// The folder with one folder per flow.
  public var flows: String { root + "/Flows" }
  /// The folder with a file for each motion.
  public var motions: String { root + "/Motions" }
  /// Cities, and what maps are drawn from.
  public var maps: String { root + "/Maps" }
  /// What maps are drawn from.
  public var coasts: String { maps + "/coasts.bin" }
  /// The folder with `fonts.conf`, `fonts.lock`, `hyphens.lock` and what they pin.
  public var fonts: String { root + "/Fonts" }
  /// The folder with the hyphenation patterns.
  public var hyphens: String { fonts + "/hyphens" }

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
