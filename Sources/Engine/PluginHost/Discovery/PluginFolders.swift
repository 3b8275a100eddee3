public import Designs
internal import Files
internal import Glibc
public import WallfarmPluginKit

/// Where plugins are looked for, in order.
public struct PluginFolders: Sendable, Hashable {
  /// One folder that holds folders of plugins.
  public struct Place: Sendable, Hashable {
    /// The folder.
    public let folder: String
    /// What named it; nil for a folder that need not be there.
    public let origin: Origin?
    /// What a list says of it: the option, the variable, or whose it is.
    public let words: String

    init(folder: String, askedBy origin: Origin) {
      (self.folder, self.origin, words) = (folder, origin, "\(origin)")
    }

    init(folder: String, words: String) {
      (self.folder, origin, self.words) = (folder, nil, words)
    }
  }

  /// First to last.
  public let places: [Place]

  /// The folders of flags, then of `WALLFARM_PLUGINS`, then the user's, then the installed one.
  ///
  /// - Parameters:
  ///   - flags: folders that were named for this run.
  ///   - installation: has the installed one.
  public init(flags: [String], installation: Installation) {
    let variable = getenv("WALLFARM_PLUGINS").map { String(cString: $0) } ?? ""
    var places = flags.map { Place(folder: $0, askedBy: .option("plugins")) }
    places += variable.split(separator: ":").map {
      Place(folder: String($0), askedBy: .environment("WALLFARM_PLUGINS"))
    }
    if let own = PluginFolders.own { places.append(Place(folder: own, words: "your plugins")) }
    places.append(Place(folder: installation.root + "/Plugins", words: "installed plugins"))
    self.places = places
  }

  /// The folder of the user's own plugins; nil where the user has no folder for data.
  public static var own: String? { Files.userData.map { $0 + "/plugins" } }

  /// Folders with a plugin.json, in order; one that is itself a plugin counts.
  ///
  /// - Throws: `file-unreadable` for a folder that was asked for and is not there.
  func candidates() throws(RenderError) -> [(folder: String, place: Place)] {
    var found: [(folder: String, place: Place)] = []
    var seen: Set<String> = []
    for place in places {
      guard Files.isFolder(place.folder) else {
        guard let origin = place.origin else { continue }
        throw RenderError(
          .fileUnreadable, "'\(place.folder)' is no folder", origin: origin,
          hint: "name a folder that holds folders of plugins")
      }
      let inside = Files.names(in: place.folder).map { place.folder + "/" + $0 }
      for folder in [place.folder] + inside
      where Files.exists(folder + "/" + PluginManifest.fileName) {
        // The same folder by two ways is one plugin.
        guard seen.insert(Files.resolved(folder) ?? folder).inserted else { continue }
        found.append((folder, place))
      }
    }
    return found
  }
}
