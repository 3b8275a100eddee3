import Files
import Glibc
import Stores
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A replaced worker changes no file, even if it lost its lock while it was paused.
@Suite struct FolderFenceTests {
  private func facts(
    _ text: String, token: Int, digest: String = "1", unit: String = "a"
  ) -> ObjectFacts {
    ObjectFacts(
      sha256: FileDigest.sha256(of: Array(text.utf8)), type: "image/png",
      owner: ObjectOwner(queue: "q", unit: unit, digest: digest, token: token, fingerprint: "f"))
  }

  private func put(
    _ text: String, _ store: FolderStore, token: Int, digest: String, unit: String = "a"
  ) throws -> Bool {
    try store.put(
      Array(text.utf8), facts(text, token: token, digest: digest, unit: unit), as: "u/n.png",
      .fenced)
  }

  /// The worker has written its file and pauses just before the rename.
  @Test func aRenameThatWasUnderWayFindsNothing() throws {
    let folder = try TemporaryFolder()
    let store = FolderStore(folder.path)
    try WholeFile.makeFolder(folder.file("u"))
    let made = try TemporaryFiles.make(in: folder.file("u"))
    defer { close(made.descriptor) }
    let owner = try #require(facts("old", token: 4).owner)
    do {
      let fence = try FolderFence(of: folder.file("u/n.png"))
      try fence.write(
        .init(owner: owner, sha256: "x", temporary: Files.name(of: made.path)))
    }
    #expect(try put("new", store, token: 5, digest: "2"))
    #expect(rename(made.path, folder.file("u/n.png")) != 0 && errno == ENOENT)
    #expect(try folder.bytes("u/n.png") == Array("new".utf8))
  }

  /// The fence applies to the file, regardless of the path that leads to its folder.
  @Test func anotherNameOfAFolderIsNoWayRound() throws {
    let folder = try TemporaryFolder()
    #expect(try put("new", FolderStore(folder.path), token: 5, digest: "2"))
    let late = #expect(throws: RenderError.self) {
      try FolderStore(folder.file("u")).put(
        Array("old".utf8), facts("old", token: 4), as: "n.png", .fenced)
    }
    #expect(late?.code == .outputLate)
    #expect(try folder.bytes("u/n.png") == Array("new".utf8))
  }

  /// A file that no unit wrote, or that something else changed afterwards, is left alone.
  @Test func aFileWithoutAnAttemptIsKept() throws {
    let folder = try TemporaryFolder()
    let store = FolderStore(folder.path)
    try folder.write("of another program", to: "u/n.png")
    #expect(try store.look(at: "u/n.png")?.owner == nil)
    let foreign = #expect(throws: RenderError.self) {
      try put("new", store, token: 1, digest: "1")
    }
    #expect(foreign?.code == .outputTaken)
    #expect(try folder.text("u/n.png") == "of another program")
    #expect(folder.names(in: "u").filter { $0.hasSuffix(".tmp") }.isEmpty)
    // If the file already has the same bytes, the delivery succeeds, regardless of which program
    // wrote it.
    #expect(try !put("of another program", store, token: 2, digest: "1"))
    try folder.write("edited", to: "u/n.png")
    #expect(try store.look(at: "u/n.png")?.owner == nil)
    for unit in ["a", "b"] {
      let edited = #expect(throws: RenderError.self) {
        try put("newer", store, token: 3, digest: "2", unit: unit)
      }
      #expect(edited?.code == .outputTaken)
    }
    #expect(try folder.text("u/n.png") == "edited")
    try store.remove("u/n.png")
    #expect(try put("newer", store, token: 4, digest: "2"))
  }

  /// An attempt that dies before its rename leaves the previous attempt's file in place, and a
  /// later attempt replaces that file.
  @Test func aFileOfTheAttemptBeforeADeadOneIsReplaced() throws {
    let folder = try TemporaryFolder()
    let store = FolderStore(folder.path)
    #expect(try put("first", store, token: 1, digest: "1"))
    let dead = try #require(facts("second", token: 2, digest: "2").owner)
    func die(replacing text: String) throws {
      let fence = try FolderFence(of: folder.file("u/n.png"))
      try fence.write(
        .init(
          owner: dead, sha256: FileDigest.sha256(of: Array("second".utf8)), temporary: "gone",
          replaced: FileDigest.sha256(of: Array(text.utf8))))
    }
    try die(replacing: "first")
    let other = #expect(throws: RenderError.self) {
      try put("third", store, token: 3, digest: "2", unit: "b")
    }
    #expect(other?.code == .outputTaken)
    #expect(try put("third", store, token: 3, digest: "2"))
    #expect(try folder.text("u/n.png") == "third")
    try die(replacing: "another text")
    #expect(throws: RenderError.self) { try put("fourth", store, token: 4, digest: "3") }
    #expect(try folder.text("u/n.png") == "third")
  }

  /// An empty, truncated or otherwise invalid fence record is ignored.
  @Test(arguments: ["", "{\"queue\":", "{\"queue\":\"q\"}", "\n", "[]\n"])
  func aDamagedFenceIsNone(_ text: String) {
    #expect(FolderFence.Record(Array(text.utf8)) == nil)
  }

  @Test func aRecordIsReadAsItWasWritten() throws {
    let owner = try #require(facts("x", token: 7, unit: "ä/\"b\"").owner)
    for temporary in [nil, ".wallfarm-1.tmp"] {
      let record = FolderFence.Record(
        owner: owner, sha256: "5", temporary: temporary, replaced: temporary.map { _ in "4" })
      #expect(FolderFence.Record(record.line + Array("left of before".utf8)) == record)
    }
  }

  /// A missing folder is not created, because it may belong to a disk that is not mounted.
  @Test func aFolderThatIsNotThereIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: RenderError.self) { try FolderStore(folder.file("none")).checkConditions() }
    #expect(folder.names.isEmpty)
    try FolderStore(folder.path).checkConditions()
    #expect(folder.names.isEmpty)
  }

  // MARK: - Disks

  private static let mounts = """
    22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    23 22 0:21 / /mnt/a rw,relatime shared:2 - nfs4 srv:/a rw,vers=4.2,local_lock=none
    24 22 0:22 / /mnt/b rw,relatime - nfs srv:/b rw,vers=3,nolock,local_lock=all
    25 22 0:23 / /mnt/with\\040blank rw - cifs //srv/c rw,nobrl
    26 22 0:24 / /mnt/d rw - cifs //srv/d rw
    27 22 0:25 / /mnt/e rw - fuse.sshfs srv:/ rw
    28 23 0:26 / /mnt/a/local rw - tmpfs tmpfs rw
    29 22 0:27 / /mnt/f rw - nfs srv:/f rw,local_lock=flock
    30 22 0:28 / /mnt/g rw - nfs srv:/g rw,local_lock=posix
    """

  @Test(arguments: [
    ("/srv/x", true), ("/mnt/a/x", true), ("/mnt/b", false), ("/mnt/bb", true),
    ("/mnt/with blank/x", false), ("/mnt/d/x", true), ("/mnt/e", false), ("/mnt/a/local/x", true),
    ("/mnt/f/x", false), ("/mnt/g/x", true),
  ])
  func aDiskWhoseLocksEndAtTheMachineIsRefused(_ path: String, _ isGood: Bool) {
    let mount = FolderLocks.Mount(of: path, in: Self.mounts)
    #expect((FolderLocks.objection(to: mount) == nil) == isGood, "\(mount)")
  }
}
