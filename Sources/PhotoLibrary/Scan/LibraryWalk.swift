internal import Files
internal import Glibc

/// A file of a library as a folder shows it, before anything of it is read.
package struct WalkedFile: Hashable, Sendable {
  package let path: String
  package let size: Int64
  /// When it was last written, in nanoseconds since 1970.
  package let modified: Int64
  package let inode: UInt64
}

/// Finds the photos below folders by the endings of their names, each once.
///
/// Links are not followed: they lead to photos that are found elsewhere, or out of the folder that was named. Hidden
/// folders and files are passed over, and with them what phones and programs keep of thumbnails.
package enum LibraryWalk {
  /// What photos end in; raw files are listed with those that they belong to.
  package static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "webp", "png", "dng", "cr2", "cr3", "nef",
    "arw", "orf", "rw2", "raf", "pef", "srw",
  ]
  /// Folders of programs that keep other sizes of the same photos.
  private static let passedOver: Set<String> = [
    "@eaDir", "__MACOSX", "node_modules", "Thumbnails", "lost+found",
  ]
  /// Deeper than anybody sorts photos; a circle of mounts ends here.
  private static let deepest = 40

  /// Calls `body` for each photo below a folder, or for the one file that a path names, in the order of their paths.
  ///
  /// - Returns: how many folders could not be read.
  package static func walk(_ path: String, _ body: (WalkedFile) -> Bool) -> Int {
    var failed = 0
    _ = walk(path, 0, &failed, body)
    return failed
  }

  private static func walk(
    _ path: String, _ depth: Int, _ failed: inout Int, _ body: (WalkedFile) -> Bool
  ) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      failed += 1
      return true
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard isPhoto(path) else { return true }
      let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      return body(
        WalkedFile(
          path: path, size: Int64(status.st_size), modified: modified,
          inode: UInt64(status.st_ino)))
    case S_IFDIR:
      guard depth < deepest, access(path, R_OK | X_OK) == 0 else {
        failed += 1
        return true
      }
      for name in Files.names(in: path) where !passedOver.contains(name) {
        guard walk(path + "/" + name, depth + 1, &failed, body) else { return false }
      }
      return true
    default: return true
    }
  }

  private static func isPhoto(_ path: String) -> Bool {
    endings.contains(Files.ending(of: path).lowercased())
  }
}
