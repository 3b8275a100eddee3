import Foundation
import PhotoLibrary
import Testing
import WallfarmTesting

/// Tests how a walk classifies files as new, changed, moved or deleted.
@Suite struct FileChangesTests {
  private func file(_ path: String, modified: Int64 = 1, inode: UInt64 = 0) -> WalkedFile {
    WalkedFile(path: path, size: 10, modified: modified, inode: inode)
  }

  private func known(
    _ id: Int64, _ path: String, inode: UInt64 = 0, isRead: Bool = true, isDamaged: Bool = false,
    isDatedByName: Bool = false
  ) -> LibraryIndex.KnownFile {
    LibraryIndex.KnownFile(
      id: id, path: path, size: 10, modified: 1, inode: inode, isRead: isRead,
      isDamaged: isDamaged, isDatedByName: isDatedByName)
  }

  private func changes(
    _ files: [WalkedFile], _ known: [LibraryIndex.KnownFile], closed: [String] = [],
    retries: Bool = false
  ) -> FileChanges {
    FileChanges(of: files, in: ["/p"], closed: closed, retries: retries) { known.forEach($0) }
  }

  @Test func whatIsNewChangedAndGoneIsTold() {
    let found = changes(
      [file("/p/a"), file("/p/b", modified: 2), file("/p/c", inode: 9), file("/p/e")],
      [known(1, "/p/a"), known(2, "/p/b"), known(3, "/p/d"), known(4, "/p/e", isRead: false)])
    #expect(found.wanted.map(\.path) == ["/p/b", "/p/c", "/p/e"])
    #expect(found.gone == [3] && found.moved.isEmpty)
  }

  @Test func whatCouldNotBeReadIsTriedAgainWhenAsked() {
    let all = ([file("/p/a")], [known(1, "/p/a", isDamaged: true)])
    #expect(changes(all.0, all.1).wanted.isEmpty)
    #expect(changes(all.0, all.1, retries: true).wanted.count == 1)
  }

  /// Files outside the walk and below unreadable folders do not count as deleted, because their
  /// state is unknown.
  @Test func onlyWhatWasLookedThroughCanBeGone() {
    let index = [
      known(1, "/o/a"), known(2, "/p/closed/a"), known(3, "/p/closed-not/a"), known(4, "/pp/a"),
    ]
    #expect(changes([], index, closed: ["/p/closed"]).gone == [3])
  }

  @Test func aMovedFileIsTheSame() {
    let index = [known(1, "/p/a/x.jpg", inode: 7), known(2, "/p/b/y.jpg", inode: 8)]
    let found = changes([file("/p/c/x.jpg", inode: 7)], index)
    #expect(found.moved.map(\.id) == [1] && found.gone == [2] && found.wanted.isEmpty)
    // If the modification time differs, the inode may have been reused, so the file does not count
    // as moved.
    #expect(changes([file("/p/c/x.jpg", modified: 2, inode: 7)], index).moved.isEmpty)
  }

  /// If the date of a photo comes from its file name, the photo is read again after it is renamed.
  @Test func aNewNameIsReadWhereTheNameTellsTheDate() {
    let index = [known(1, "/p/IMG_20240101_000000.jpg", inode: 7, isDatedByName: true)]
    #expect(changes([file("/p/b/IMG_20240101_000000.jpg", inode: 7)], index).moved.count == 1)
    #expect(changes([file("/p/x.jpg", inode: 7)], index).wanted.count == 1)
  }

  /// Composed and decomposed `é` are two files, and paths are sorted by bytes.
  @Test func namesAreBytes() {
    let (one, two) = ("/p/\u{E9}.jpg", "/p/e\u{301}.jpg")
    let found = changes([file(two), file(one)], [known(1, one)])
    #expect(found.wanted.map { Array($0.path.utf8) } == [Array(two.utf8)])
    #expect(PathOrder.isBefore("/p/a.jpg", "/p/a/b.jpg"))
  }

  // MARK: - Walks

  private func walked(_ path: String) -> (names: [String], walk: LibraryWalk) {
    var walk = LibraryWalk()
    var names: [String] = []
    walk.walk(path) { file in
      names.append(String(file.path.dropFirst(path.count)))
      return true
    }
    return (names, walk)
  }

  @Test func oddEntriesStopNothing() throws {
    let folder = try TemporaryFolder()
    let deep = (0..<42).map { _ in "d" }.joined(separator: "/")
    for name in ["a.jpg", "z.HEIC", deep + "/x.jpg", ".hidden.jpg", "notes.txt"] {
      try folder.write("", to: name)
    }
    // Add a dangling symbolic link, and a file whose name is invalid UTF-8.
    symlink("nowhere", folder.file("link.jpg"))
    let odd = folder.path.utf8CString.dropLast() + [47, -1, 46, 106, 112, 103, 0]
    close(odd.withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) })
    let (names, walk) = walked(folder.path)
    #expect(names.sorted() == ["/a.jpg", "/z.HEIC"])
    #expect(walk.oddNames == 1)
    let fortieth = (0..<40).map { _ in "d" }.joined(separator: "/")
    #expect(walk.closed == [folder.path + "/" + fortieth])
  }

  /// Files on a disconnected disk are not deleted from the index.
  @Test func whatIsNotThereIsClosed() {
    #expect(walked("/nowhere/photos").walk.closed == ["/nowhere/photos"])
  }

  @Test func pathsBelowTheRootHaveOneSlash() {
    #expect(LibraryWalk.below("/") == "/" && LibraryWalk.below("/home") == "/home/")
  }

  /// Some file systems contain times so far from 1970 that the conversion to nanoseconds would
  /// overflow.
  @Test(arguments: [Int.max, Int.min, 9_223_372_037, -9_223_372_037, 253_402_300_800])
  func timesFarAwayAreBounded(_ seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
    #expect((LibraryWalk.nanoseconds(time) > 0) == (seconds > 0))
  }
}
