internal import Files

/// What of a folder is new, changed, moved or gone, beside what an index knows.
///
/// Both sides are gone through once, in the order of the bytes of their paths; what is as it was costs no write.
struct FileChanges {
  /// Files that are new or have changed, in the order of their paths.
  private(set) var wanted: [WalkedFile] = []
  /// Photos of the index that have another path now.
  private(set) var moved: [(id: Int64, file: WalkedFile)] = []
  /// Photos of the index whose files are not there any more.
  private(set) var gone: [Int64] = []

  private var lost: [LibraryIndex.KnownFile] = []
  private var new: [WalkedFile] = []

  /// Compares.
  ///
  /// - Parameters:
  ///   - files: all that were found, in the order of their paths.
  ///   - folders: what was looked through, to its end.
  ///   - closed: what could not be looked at in them; nothing below is gone.
  ///   - retries: whether what could not be read is wanted again.
  ///   - forEach: goes through what is known, in the same order.
  /// - Throws: what `forEach` does.
  init<Failure: Error>(
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

  /// A file with the number, the size and the time of one that is gone is that one.
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

  /// Whether a path is one of some places, or below one.
  static func lies(_ path: String, in places: [String]) -> Bool {
    places.contains {
      PathOrder.isSame(path, $0) || path.utf8.starts(with: LibraryWalk.below($0).utf8)
    }
  }
}

/// The order of the bytes of paths, which is SQLite's; Swift's takes `é` in one letter and in two for the same.
enum PathOrder {
  static func isBefore(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
