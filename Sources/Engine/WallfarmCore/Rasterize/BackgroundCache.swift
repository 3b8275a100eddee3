internal import Files
internal import Glibc
public import WallfarmPluginKit

/// A folder that caches the pixels of backgrounds with photos, which are slow to decode and scale.
///
/// Only the folder's owner has access, but any number of processes can share it. Each entry is a
/// file that is written atomically. Its name is a digest of all inputs that affect its pixels, and
/// it has a seal that can be made only with the cache's key. An entry that is damaged, or that was
/// not written with this key, is deleted and created again.
public struct BackgroundCache: Sendable, Hashable {
  /// The path of the folder.
  public let folder: String
  /// The maximum total size of all entries in bytes; the least recently used entries are evicted
  /// first.
  public let mostBytes: Int
  let key: CacheKey

  /// Opens a cache folder, or creates it.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder; missing parent folders are created. Other users must not
  ///     have access to the folder; an existing folder is made private if it contains only cache
  ///     files.
  ///   - mostBytes: the maximum size in bytes; a background takes 12 MB for a phone and 23 MB for
  ///     the largest tablet.
  /// - Throws: `output-failed` if the folder cannot be created or written, or is not trusted.
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
