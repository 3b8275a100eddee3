internal import Files
internal import Graphics
public import WallfarmPluginKit

/// Reads the hyphenation patterns that `hyphens.lock` pins, and checks that the files match their
/// digests.
public struct HyphenLock: Sendable {
  /// The codes of the languages that have patterns, such as `de`.
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

  /// Returns the names of the pinned files after checking that all of them exist.
  ///
  /// - Throws: `fonts-missing` if a file is missing, because the same text would then be hyphenated
  ///   differently.
  public func presentFiles() throws(RenderError) -> [String] {
    let there = Set(Files.names(in: files.folder))
    let names = files.digests.map(\.name)
    if let lost = names.first(where: { !there.contains($0) }) {
      throw RenderError(
        .fontsMissing, "the hyphenation pattern file '\(lost)' is missing",
        origin: .file(files.folder), hint: "run 'make setup'")
    }
    return names
  }

  /// Describes the files that are missing, differ from their pinned digests, or are not pinned.
  public func differences() -> [String] { files.differences() }
}
