internal import Files
internal import Graphics
public import WallfarmPluginKit

/// The pinned fonts: `fonts.lock` and whether the files in use are the ones it names.
public struct FontLock: Sendable {
  /// One pinned file.
  public struct Entry: Sendable, Hashable {
    /// SHA-256 of the file.
    public let sha256: String
    /// First family name of its first face.
    public let family: String
    /// First style name of its first face.
    public let style: String
    /// Debian package and version it comes from.
    public let package: String
    /// SPDX identifier.
    public let licence: String
    /// Name of the file.
    public let fileName: String
    /// Number of languages whose alphabet it covers.
    public let languages: Int
    /// Whether it is of a script that is rarely written: it stands in when no other font has a character, and has no
    /// name that a theme can use.
    public let isRare: Bool
  }

  /// In the order of the file.
  public let entries: [Entry]
  private let folder: String

  /// Reads the lock of an installation.
  ///
  /// - Throws: `fonts-missing`.
  public init(installation: Installation) throws(RenderError) {
    folder = installation.fonts
    do throws(RenderError) {
      let bytes = try Files.read(folder + "/fonts.lock")
      let rare = folder + "/rare.lock"
      entries =
        FontLock.entries(in: bytes, areRare: false)
        + (Files.exists(rare) ? FontLock.entries(in: try Files.read(rare), areRare: true) : [])
    } catch {
      throw RenderError(
        .fontsMissing, error.message, origin: .file(folder), hint: "run 'make setup'")
    }
  }

  private static func entries(in bytes: [UInt8], areRare: Bool) -> [Entry] {
    PinnedFiles.lines(of: bytes, columns: 9).map { columns in
      Entry(
        sha256: columns[0], family: columns[1], style: columns[2],
        package: "\(columns[4]) \(columns[5])", licence: columns[6],
        fileName: Files.name(of: columns[7]), languages: Int(columns[8]) ?? 0, isRare: areRare)
    }
  }

  /// Families that can be asked for by name, in order of name, each with its files.
  public var families: [(name: String, entries: [Entry])] {
    Dictionary(grouping: entries.filter { !$0.isRare }, by: \.family).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Files that are missing, differ from their pinned digest, or are not pinned at all.
  ///
  /// Reads every font: about 130 MB.
  public func differences() -> [String] {
    ["files", "rare"].flatMap { name in
      let own = entries.filter { $0.isRare == (name == "rare") }
      return PinnedFiles(
        folder: "\(folder)/\(name)", digests: own.map { ($0.fileName, $0.sha256) }
      ).differences()
    }
  }
}
