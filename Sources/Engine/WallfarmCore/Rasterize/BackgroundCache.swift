internal import Files
internal import Glibc
public import WallfarmPluginKit

/// A folder where backgrounds with photos are kept as pixels, so that a new process need not decode
/// and scale them again.
///
/// Only its owner may look into it. Any number of processes may share it: an entry is a file that
/// appears as a whole, is named for everything its pixels depend on, and has a seal that nobody else
/// can make. One that is damaged, or that somebody put there, is taken away and made again.
public struct BackgroundCache: Sendable, Hashable {
  /// Where the entries are.
  public let folder: String
  /// Most bytes of all entries together; the least recently used go first.
  public let mostBytes: Int
  let key: CacheKey

  /// Uses a folder, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - folder: those above it are made too. Others may not look into it; one that is there is made
  ///     private where nothing but a cache is in it.
  ///   - mostBytes: a phone's background has 12 MB, the largest tablet's 23 MB.
  /// - Throws: `output-failed` where the folder cannot be made or written, or is not to be trusted.
  public init(folder: String, mostBytes: Int = 1 << 30) throws(RenderError) {
    var folder = folder
    while folder.count > 1 && folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    self.mostBytes = mostBytes
    let above = Files.folder(of: folder)
    if !Files.exists(above) { try WholeFile.makeFolder(above, mode: 0o700) }
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(folder) { GroundFiles.isOurs($0) }
      key = try CacheKey(folder: folder)
    } catch {
      throw .cacheUnusable(folder, error.reason, hint: error.hint)
    }
    guard access(folder, R_OK | W_OK | X_OK) == 0 else {
      throw .cacheUnusable(folder, SystemError.message(errno), hint: nil)
    }
  }
}
