public import Designs
internal import Files
internal import Glibc
public import WallfarmPluginKit

/// The search path for plugins.
public struct PluginFolders: Sendable, Hashable {
  /// A folder that contains plugin folders.
  public struct Place: Sendable, Hashable {
    /// The path of the folder.
    public let folder: String
    /// The argument, option or environment variable that names the folder; `nil` for a default
    /// folder, which may be missing.
    public let origin: Origin?
    /// The text that identifies the folder in lists: its origin, or a phrase such as `your
    /// plugins`.
    public let words: String
    /// The name of the installed pack that contains the folder; it qualifies the ids of the plugins.
    public let pack: String?

    init(folder: String, askedBy origin: Origin) {
      (self.folder, self.origin, words, pack) = (folder, origin, "\(origin)", nil)
    }

    init(folder: String, words: String, pack: String? = nil) {
      (self.folder, origin, self.words, self.pack) = (folder, nil, words, pack)
    }
  }

  /// The folders in search order.
  public let places: [Place]

  /// Creates the search path from the flags, `WALLFARM_PLUGINS`, the user's folder and the
  /// installed folder, in this order.
  ///
  /// - Parameters:
  ///   - flags: The folders specified on the command line.
  ///   - installation: The installation that contains the installed plugins.
  public init(flags: [String], installation: Installation) {
    let variable = getenv("WALLFARM_PLUGINS").map { String(cString: $0) } ?? ""
    var places = flags.map { Place(folder: $0, askedBy: .option("plugins")) }
    places += variable.split(separator: ":").map {
      Place(folder: String($0), askedBy: .environment("WALLFARM_PLUGINS"))
    }
    if let own = PluginFolders.own { places.append(Place(folder: own, words: "your plugins")) }
    let packs = ContentFolder.packsOfUser ?? ""
    for pack in Files.names(in: packs) where Files.isFolder("\(packs)/\(pack)/plugins") {
      places.append(
        Place(folder: "\(packs)/\(pack)/plugins", words: "the pack '\(pack)'", pack: pack))
    }
    places.append(Place(folder: installation.root + "/Plugins", words: "installed plugins"))
    self.places = places
  }

  /// Creates a search path with only the plugins in the folder of a pack, which is not installed.
  package init(ofPackIn folder: String) {
    places = [Place(folder: folder + "/plugins", words: "the pack")]
  }

  /// The user's plugin folder; `nil` if the user has no data folder.
  public static var own: String? { Files.userData.map { $0 + "/plugins" } }

  /// Returns the folders that contain a plugin.json, in search order; an entry of the search path
  /// can itself be a plugin folder.
  ///
  /// - Throws: `file-unreadable` if an explicitly named folder is missing.
  func candidates() throws(RenderError) -> [(folder: String, place: Place)] {
    var found: [(folder: String, place: Place)] = []
    var seen: Set<String> = []
    for place in places {
      guard Files.isFolder(place.folder) else {
        guard let origin = place.origin else { continue }
        throw RenderError(
          .fileUnreadable, "'\(place.folder)' is not a folder", origin: origin,
          hint: "name a folder that contains plugin folders")
      }
      let inside = Files.names(in: place.folder).map { place.folder + "/" + $0 }
      for folder in [place.folder] + inside
      where Files.exists(folder + "/" + PluginManifest.fileName) {
        // Two paths to the same folder count as one plugin.
        guard seen.insert(Files.resolved(folder) ?? folder).inserted else { continue }
        found.append((folder, place))
      }
    }
    return found
  }
}
