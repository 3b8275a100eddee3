internal import Digests
internal import Files
internal import WallfarmPluginKit

/// A folder of files that must match the digests in a lock file.
struct PinnedFiles: Sendable {
  /// The tab-separated columns of one line in a lock file.
  typealias Line = [String]

  /// Reads the lines of a lock file that have the expected number of columns; comments are skipped.
  static func lines(of lock: [UInt8], columns: Int) -> [Line] {
    String(decoding: lock, as: UTF8.self).split(separator: "\n").compactMap { line in
      let found = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return found.count == columns && !line.hasPrefix("#") ? found : nil
    }
  }

  let folder: String
  /// The SHA-256 digest of each file, by name.
  let digests: [(name: String, sha256: String)]

  /// Describes the files that are missing, differ from their pinned digests, or are not pinned.
  func differences() -> [String] {
    var found: [String] = []
    for (name, sha256) in digests {
      do throws(RenderError) {
        let bytes = try Files.read("\(folder)/\(name)", limit: 256 << 20)
        if SHA256.hex(of: bytes) != sha256 {
          found.append("\(name) does not match its pinned digest")
        }
      } catch {
        found.append("\(name) is missing")
      }
    }
    let pinned = Set(digests.map(\.name))
    for name in Files.names(in: folder) where !pinned.contains(name) {
      found.append("\(name) is not pinned")
    }
    return found
  }
}
