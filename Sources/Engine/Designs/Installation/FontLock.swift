internal import Files
internal import Graphics
public import WallfarmPluginKit

/// Reads the fonts that `fonts.lock` pins, and checks that the font files match their digests.
public struct FontLock: Sendable {
  /// A font file that a lock file pins.
  public struct Entry: Sendable, Hashable {
    /// The SHA-256 digest of the file.
    public let sha256: String
    /// The first family name of the first face.
    public let family: String
    /// The first style name of the first face.
    public let style: String
    /// The name and version of the Debian package that contains the file.
    public let package: String
    /// The SPDX license identifier.
    public let licence: String
    /// The file name.
    public let fileName: String
    /// The number of languages whose alphabets the font fully supports.
    public let languages: Int
    /// Whether the font is for a rarely used script.
    ///
    /// Themes cannot select such a font by name; it is used only as a fallback for missing
    /// characters.
    public let isRare: Bool

    /// Whether the font belongs to the separate package for Chinese, Japanese and Korean.
    public var isSeparate: Bool { package.hasPrefix("fonts-noto-cjk ") }
  }

  /// The pinned fonts in the order of `fonts.lock`, followed by the rare fonts in `rare.lock`.
  public let entries: [Entry]
  private let folder: String

  /// Reads the lock files of an installation.
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

  /// The font families that themes can select, sorted by name, each with its files.
  public var families: [(name: String, entries: [Entry])] {
    Dictionary(grouping: entries.filter { !$0.isRare }, by: \.family).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Whether all fonts of the separate package are missing.
  public var lacksSeparateFonts: Bool {
    !entries.contains { $0.isSeparate && Files.exists("\(folder)/files/\($0.fileName)") }
  }

  /// Describes the files that are missing, differ from their pinned digests, or are not pinned.
  ///
  /// The check reads all font files, about 130 MB. If `requiresAll` is false and all fonts of the
  /// separate package are missing, these missing fonts are not reported.
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
