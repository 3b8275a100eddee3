internal import Files
internal import Graphics
public import WallfarmPluginKit

/// The pinned hyphenation patterns: `hyphens.lock` and whether the files in use are the ones it names.
public struct HyphenLock: Sendable {
  /// Languages as the files name them, such as `de_DE`.
  public let languages: [String]
  private let files: PinnedFiles

  /// Reads the lock of an installation.
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
    languages = lines.map { $0[1] }
    files = PinnedFiles(
      folder: installation.hyphens, digests: lines.map { (Files.name(of: $0[4]), $0[0]) })
  }

  /// Files that are missing, differ from their pinned digest, or are not pinned at all.
  public func differences() -> [String] { files.differences() }
}
