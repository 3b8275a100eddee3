internal import Files

/// The place from which a theme, template, motion or device comes.
public enum ContentOrigin: String, Sendable, Hashable, CaseIterable {
  /// The installation.
  case builtIn = "built-in"
  /// The user's data folder.
  case user
  /// A data folder of the system.
  case system
  /// A path that the caller specifies.
  case path
}

/// A folder of the user or the system that contains themes, templates, motions or devices.
public struct ContentFolder: Sendable, Hashable {
  /// The kind of content in a folder; the raw value is the name of the folder.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case themes, templates, motions, devices
  }

  /// The kind of content in the folder.
  public let kind: Kind
  /// The path of the folder.
  public let path: String
  /// The place to which the folder belongs.
  public let origin: ContentOrigin
  /// The name of the pack that contains the folder, which qualifies the names of its content, as in
  /// `harbour/dusk`; `nil` for other folders.
  public let pack: String?

  /// Creates a description of a folder.
  public init(_ kind: Kind, path: String, origin: ContentOrigin, pack: String? = nil) {
    (self.kind, self.path, self.origin, self.pack) = (kind, path, origin, pack)
  }

  /// The folder that a process must be able to read: the folder itself or, for a pack, the folder of
  /// all packs, because a new version of a pack is a new folder.
  public var root: String { pack == nil ? path : Files.folder(of: Files.folder(of: path)) }

  /// The names of the installed packs of the user and the system.
  public static var packs: Set<String> { Set(ofMachine.compactMap(\.pack)) }

  /// The existing content folders of the user and the system, in order of decreasing precedence.
  ///
  /// The user's folders are in `$XDG_DATA_HOME/wallfarm` (default: `~/.local/share/wallfarm`), and
  /// the system's folders are in `wallfarm` in each folder of `$XDG_DATA_DIRS` (default:
  /// `/usr/local/share:/usr/share`).
  public static var ofMachine: [ContentFolder] {
    var roots = Files.userData.map { [($0, ContentOrigin.user)] } ?? []
    roots += Files.systemData.map { ($0, .system) }
    var seen: Set<String> = []
    func folders(in root: String, _ origin: ContentOrigin, pack: String?) -> [ContentFolder] {
      Kind.allCases.compactMap { kind in
        let path = "\(root)/\(kind.rawValue)"
        guard Files.isFolder(path), seen.insert(Files.canonical(path)).inserted else { return nil }
        return ContentFolder(kind, path: path, origin: origin, pack: pack)
      }
    }
    return roots.flatMap { root, origin in
      let packs = root + "/packs"
      return folders(in: root, origin, pack: nil)
        + Files.names(in: packs).flatMap { name in
          Files.exists("\(packs)/\(name)/pack.json")
            ? folders(in: "\(packs)/\(name)", origin, pack: name) : []
        }
    }
  }

  /// The path of the user's folder with installed packs, which may not exist yet; `nil` if the user
  /// has no data folder.
  public static var packsOfUser: String? { Files.userData.map { $0 + "/packs" } }

  /// The path of the user's folder for a kind of content, which may not exist yet; `nil` if the user
  /// has no data folder.
  public static func ofUser(_ kind: Kind) -> String? {
    Files.userData.map { "\($0)/\(kind.rawValue)" }
  }
}
