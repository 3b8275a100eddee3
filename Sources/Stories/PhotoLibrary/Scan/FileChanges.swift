internal import Files

/// The differences between the files in folders and the index: new, changed, moved and missing
/// files.
///
/// The files and the indexed photos are each traversed once, in the byte order of paths. Nothing is
/// written to the index for an unchanged file.
package struct FileChanges {
  /// New and changed files, sorted by path.
  package private(set) var wanted: [WalkedFile] = []
  /// Indexed photos with a new path.
  package private(set) var moved: [(id: Int64, file: WalkedFile)] = []
  /// Indexed photos whose files are missing.
  package private(set) var gone: [Int64] = []

  private var lost: [LibraryIndex.KnownFile] = []
  private var new: [WalkedFile] = []

  /// Compares files with the index.
  ///
  /// - Parameters:
  ///   - files: All files found, sorted by path.
  ///   - folders: The folders that were searched completely, except for the paths in `closed`.
  ///   - closed: Unreadable paths in these folders; photos below such a path do not count as
  ///     missing.
  ///   - retries: Whether to read damaged photos again even if they are unchanged.
  ///   - forEach: Iterates over the indexed photos, sorted by path.
  /// - Throws: Errors of `forEach`.
  package init<Failure: Error>(
    of files: [WalkedFile], in folders: [String], closed: [String], retries: Bool,
    forEach: ((LibraryIndex.KnownFile) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var next = 0
    var (wanted, new, lost): ([WalkedFile], [WalkedFile], [LibraryIndex.KnownFile]) = ([], [], [])
    try forEach { known in
      while next < files.count, PathOrder.isBefore(files[next].path, known.path) {
        new.append(files[next])
        next += 1
      }
      if next < files.count, !PathOrder.isBefore(known.path, files[next].path) {
        if !known.isSame(files[next]) || (retries && known.isDamaged) { wanted.append(files[next]) }
        next += 1
      } else if Self.lies(known.path, in: folders), !Self.lies(known.path, in: closed) {
        lost.append(known)
      }
    }
    new += files[next...]
    (self.wanted, self.new, self.lost) = (wanted, new, lost)
    findMoved()
  }

  /// Matches missing photos with new files by inode, size and modification time.
  private mutating func findMoved() {
    var lostBy: [UInt64: LibraryIndex.KnownFile] = [:]
    for known in lost where known.isRead { lostBy[known.inode] = known }
    var found: Set<Int64> = []
    for file in new {
      guard let known = lostBy[file.inode], known.isSame(file), !found.contains(known.id),
        !known.isDatedByName || Files.name(of: known.path) == Files.name(of: file.path)
      else {
        wanted.append(file)
        continue
      }
      found.insert(known.id)
      moved.append((known.id, file))
    }
    gone = lost.map(\.id).filter { !found.contains($0) }
    wanted.sort { PathOrder.isBefore($0.path, $1.path) }
    (lost, new) = ([], [])
  }

  /// Whether a path is one of several other paths, or is below one of them.
  static func lies(_ path: String, in places: [String]) -> Bool {
    places.contains {
      PathOrder.isSame(path, $0) || path.utf8.starts(with: LibraryWalk.below($0).utf8)
    }
  }
}

/// The order of paths by their bytes, as in SQLite; Swift, in contrast, treats composed and
/// decomposed `é` as equal.
package enum PathOrder {
  package static func isBefore(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
