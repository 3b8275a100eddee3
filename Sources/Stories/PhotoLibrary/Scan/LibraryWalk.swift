internal import Files
package import Glibc

/// The directory entry of a photo.
package struct WalkedFile: Hashable, Sendable {
  package let path: String
  package let size: Int64
  /// The modification time in nanoseconds since 1970.
  package let modified: Int64
  package let inode: UInt64

  package init(path: String, size: Int64, modified: Int64, inode: UInt64) {
    (self.path, self.size, self.modified, self.inode) = (path, size, modified, inode)
  }
}

/// Finds photos in folders by file extension.
///
/// Symbolic links are not followed, because their targets are either found at their actual paths or
/// are outside the given folder. Hidden files and folders, which include thumbnail caches, are
/// skipped.
package struct LibraryWalk {
  /// The file extensions of photos, including raw files, each of which is paired with the picture
  /// next to it, if any.
  package static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "webp", "png", "dng", "cr2", "cr3", "nef",
    "arw", "orf", "rw2", "raf", "pef", "srw",
  ]
  /// The names of folders to skip, for example because programs store resized copies of photos in
  /// them.
  private static let passedOver: Set<String> = [
    "@eaDir", "__MACOSX", "node_modules", "Thumbnails", "lost+found",
  ]
  /// The maximum folder depth, which also ends the search in a cycle of mounts.
  private static let deepest = 40

  /// The paths that could not be read, so that their content is unknown.
  package private(set) var closed: [String] = []
  /// The number of names that are not valid UTF-8; files and folders with such names cannot be
  /// opened.
  package private(set) var oddNames = 0

  package init() {}

  /// Calls `body` for each photo below a folder, or for a single file, until `body` returns false.
  ///
  /// The order is unspecified.
  package mutating func walk(_ path: String, _ body: (WalkedFile) -> Bool) {
    guard let status = status(of: path) else {
      // A missing root may be on a disconnected disk.
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

  /// The file status; `nil` if the path is missing, or if it is unreadable and therefore added to
  /// `closed`.
  private mutating func status(of path: String) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    if errno != ENOENT { closed.append(path) }
    return nil
  }

  /// The visible names in a folder; `nil` if it cannot be read completely.
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

  /// The prefix of the paths of a folder's entries.
  package static func below(_ folder: String) -> String { folder == "/" ? "/" : folder + "/" }

  /// The number of nanoseconds since 1970; times outside 1678…2262 are clamped.
  package static func nanoseconds(_ time: timespec) -> Int64 {
    let limit = Int64.max / 1_000_000_000 - 1
    return min(max(Int64(time.tv_sec), -limit), limit) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
