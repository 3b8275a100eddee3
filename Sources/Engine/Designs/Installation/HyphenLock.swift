internal import Files
internal import Graphics
public import WallfarmPluginKit

/// The pinned hyphenation patterns in `hyphens.lock`, and a check of the files against them.
public struct HyphenLock: Sendable {
  /// The language codes, such as `de`.
  public let languages: Set<String>
  private let files: PinnedFiles

  /// Reads the lock file of an installation.
  ///
  /// - Throws: `fonts-missing`.
  public init(installation: Installation) throws(RenderError) {
    let lock: [UInt8]
    do throws(RenderError) {
      lock = try Files.read(installation.fonts + "/hyphens.lock")
    } catch {
      throw RenderError(
        .fontsMissing, error.message, origin: .file(installation.fonts), hint: "run 'make setup'")
    }
    let lines = PinnedFiles.lines(of: lock, columns: 5)
    languages = Set(lines.map { String($0[1].prefix(while: \.isLetter)) })
    files = PinnedFiles(
      folder: installation.hyphens, digests: lines.map { (Files.name(of: $0[4]), $0[0]) })
  }

  /// The names of the pinned files.
  ///
  /// - Throws: `fonts-missing` if one of them is missing, because hyphenation would then differ.
  public func presentFiles() throws(RenderError) -> [String] {
    let there = Set(Files.names(in: files.folder))
    let names = files.digests.map(\.name)
    if let lost = names.first(where: { !there.contains($0) }) {
      throw RenderError(
        .fontsMissing, "the hyphenation patterns '\(lost)' are missing",
        origin: .file(files.folder), hint: "run 'make setup'")
    }
    return names
  }

  /// The files that are missing, differ from the pinned digest, or are not pinned.
  public func differences() -> [String] { files.differences() }
}
