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
package struct LibraryWalk {
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

  /// What could not be looked at: nothing is known of what lies there.
  package private(set) var closed: [String] = []
  /// Names that are no UTF-8, which nothing here can open.
  package private(set) var oddNames = 0

  package init() {}

  /// Calls `body` for each photo below a folder, or for the one file that a path names, until it returns false; in no
  /// order.
  package mutating func walk(_ path: String, _ body: (WalkedFile) -> Bool) {
    guard let status = status(of: path) else {
      // What was named and is not there may be a disk that is not connected.
      if closed.last != path { closed.append(path) }
      return
    }
    _ = walk(path, status, 0, body)
  }

  private mutating func walk(
    _ path: String, _ status: stat, _ depth: Int, _ body: (WalkedFile) -> Bool
  ) -> Bool {
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard Self.endings.contains(Files.ending(of: path)) else { return true }
      return body(
        WalkedFile(
          path: path, size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
          inode: UInt64(status.st_ino)))
    case S_IFDIR:
      guard depth < Self.deepest, let names = names(in: path) else {
        closed.append(path)
        return true
      }
      for name in names where !Self.passedOver.contains(name) {
        let inner = Self.below(path) + name
        guard let status = self.status(of: inner) else { continue }
        guard walk(inner, status, depth + 1, body) else { return false }
      }
      return true
    default: return true
    }
  }

  /// Nil for what is not there any more, and for what cannot be looked at, which is noted.
  private mutating func status(of path: String) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    if errno != ENOENT { closed.append(path) }
    return nil
  }

  /// The names in a folder but hidden ones; nil where they cannot be read to their end.
  private mutating func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = start.assumingMemoryBound(to: CChar.self)
      if name.pointee == CChar(bitPattern: UInt8(ascii: ".")) { continue }
      if let name = String(validatingCString: name) { names.append(name) } else { oddNames += 1 }
    }
    return errno == 0 ? names : nil
  }

  /// How paths below a folder begin.
  package static func below(_ folder: String) -> String { folder == "/" ? "/" : folder + "/" }

  /// Times outside of the years 1678 to 2262, which a file can have, are the first or the last of them.
  static func nanoseconds(_ time: timespec) -> Int64 {
    let limit = Int64.max / 1_000_000_000 - 1
    return min(max(Int64(time.tv_sec), -limit), limit) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
