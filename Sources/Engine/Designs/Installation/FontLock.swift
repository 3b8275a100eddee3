internal import Files
internal import Graphics
public import WallfarmPluginKit

/// The pinned fonts in `fonts.lock`, and a check of the font files against them.
public struct FontLock: Sendable {
  /// A pinned font file.
  public struct Entry: Sendable, Hashable {
    /// SHA-256 of the file.
    public let sha256: String
    /// The first family name of the first face.
    public let family: String
    /// The first style name of the first face.
    public let style: String
    /// The name and version of the Debian package.
    public let package: String
    /// The SPDX license identifier.
    public let licence: String
    /// The file name.
    public let fileName: String
    /// The number of languages whose alphabet the font covers.
    public let languages: Int
    /// Whether the font is for a rarely used script.
    ///
    /// Such a font is used only as a fallback for missing characters, and themes cannot select it
    /// by name.
    public let isRare: Bool

    /// Whether the font is for Chinese, Japanese and Korean, which have a package of their own.
    public var isSeparate: Bool { package.hasPrefix("fonts-noto-cjk ") }
  }

  /// The entries in the order of the file.
  public let entries: [Entry]
  private let folder: String

  /// Reads the lock file of an installation.
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

  /// The selectable font families sorted by name, each with its files.
  public var families: [(name: String, entries: [Entry])] {
    Dictionary(grouping: entries.filter { !$0.isRare }, by: \.family).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Whether none of the separate fonts is installed.
  public var lacksSeparateFonts: Bool {
    !entries.contains { $0.isSeparate && Files.exists("\(folder)/files/\($0.fileName)") }
  }

  /// The files that are missing, differ from the pinned digest, or are not pinned.
  ///
  /// Reads all font files, about 130 MB. If `requiresAll` is false, all separate fonts may be
  /// missing.
  public func differences(requiresAll: Bool = true) -> [String] {
    let required = requiresAll || !lacksSeparateFonts ? entries : entries.filter { !$0.isSeparate }
    return ["files", "rare"].flatMap { name in
      let own = required.filter { $0.isRare == (name == "rare") }
      return PinnedFiles(
        folder: "\(folder)/\(name)", digests: own.map { ($0.fileName, $0.sha256) }
      ).differences()
    }
  }
}
