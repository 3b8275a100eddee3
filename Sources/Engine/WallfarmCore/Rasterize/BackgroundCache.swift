internal import Files
internal import Glibc
public import WallfarmPluginKit

/// A folder that caches the pixels of backgrounds with photos, which are slow to decode and scale.
///
/// Only its owner has access, but any number of processes can share it. An entry is a file that is
/// written atomically, is named by a digest of all inputs that affect its pixels, and has a seal
/// that requires the owner's key. A damaged or foreign entry is deleted and created again.
public struct BackgroundCache: Sendable, Hashable {
  /// The path of the folder.
  public let folder: String
  /// Maximum size of all entries in bytes; least recently used entries are evicted first.
  public let mostBytes: Int
  let key: CacheKey

  /// Opens a cache folder, or creates it.
  ///
  /// - Parameters:
  ///   - folder: its path; missing parent folders are created. Other users must not have access; an
  ///     existing folder is made private if it contains only a cache.
  ///   - mostBytes: maximum size in bytes; the background for a phone takes 12 MB, and for the
  ///     largest tablet 23 MB.
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
