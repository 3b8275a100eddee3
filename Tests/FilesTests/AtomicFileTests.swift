import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Files are written completely or not at all.
@Suite struct AtomicFileTests {
  private static func write(
    _ text: String, to path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    try AtomicFile.write([Array(text.utf8)], to: path, origin: origin)
  }

  @Test func makesAFileAndLeavesNothingElse() throws {
    let folder = try TemporaryFolder()
    try Self.write("new", to: folder.file("a.json"))

    #expect(try folder.bytes("a.json") == Array("new".utf8))
    #expect(folder.names == ["a.json"])
  }

  @Test func replacesAFileThatIsThere() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(repeating: 7, count: 9999), to: "a.json")
    try Self.write("new", to: folder.file("a.json"))

    #expect(try folder.bytes("a.json") == Array("new".utf8))
    #expect(folder.names == ["a.json"])
  }

  @Test func letsOthersReadWhatTheUmaskAllows() throws {
    let folder = try TemporaryFolder()
    try Self.write("new", to: folder.file("ours"))
    _ = FileManager.default.createFile(atPath: folder.file("theirs"), contents: Data())

    #expect(try permissions(folder.file("ours")) == permissions(folder.file("theirs")))
  }

  @Test(arguments: [
    ("a folder that does not exist", "no/a.json", "the folder '%/no' does not exist"),
    ("a folder in place of the file", "folder", "it is a folder"),
    ("a file in place of the folder", "file/a.json", "'%/file' is not a folder"),
    ("a name beyond every limit", String(repeating: "x", count: 300), "file name too long"),
  ])
  func saysWhyAFileCannotBeWritten(title: String, name: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "folder/old")
    try folder.write([1], to: "file")
    let path = folder.file(name)
    let error = try #require(throws: RenderError.self) { try Self.write("x", to: path) }

    #expect(error.code == .outputFailed)
    #expect(
      error.message
        == "'\(path)' cannot be written: \(reason.replacing("%", with: folder.path))")
    #expect(error.hint?.isEmpty == false)
    #expect(folder.names == ["file", "folder"])
    #expect(try folder.bytes("file") == [1])
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func keepsTheOldFileInAFolderThatMayNotBeWrittenTo() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a")
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }

    #expect(throws: RenderError.self) { try Self.write("x", to: folder.file("a")) }
    #expect(try folder.bytes("a") == [1])
    #expect(folder.names == ["a"])
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "mounting a small disk needs root"))
  func keepsTheOldFileWhenTheDiskIsFull() throws {
    let disk = try SmallDisk()
    let old = [UInt8](repeating: 7, count: 4096)
    try disk.folder.write(old, to: "a.json")
    let error = try #require(throws: RenderError.self) {
      try Self.write(
        String(repeating: "x", count: 1 << 20), to: disk.folder.file("a.json"))
    }

    #expect(error.code == .outputFailed)
    #expect(error.message.hasSuffix("no space left on device"))
    #expect(try disk.folder.bytes("a.json") == old)
    #expect(disk.folder.names == ["a.json"])
  }

  @Test func writesUnderEveryNameTheFileSystemTakes() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 251) + ".png"
    try Self.write("new", to: folder.file(name))

    #expect(folder.names == [name])
  }

  /// As root, `-o /dev/null` must not replace the device with a file.
  @Test func doesNotPutAFileInPlaceOfADeviceOrPipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try? Self.write("new", to: path)

    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        != .typeRegular)
    #expect(folder.names == ["pipe"])
  }

  /// While a file is being written, its temporary file is registered, so that an interrupted
  /// program can remove it.
  @Test func aFileIsKnownWhileItIsWritten() throws {
    let folder = try TemporaryFolder()
    var during: Set<String> = []
    let reason = AtomicFile.replace(folder.file("a"), isDurable: false) { _ in
      during = UnfinishedFiles.all.filter { $0.hasPrefix(folder.path + "/.") }
      return "as if the disk were full"
    }
    #expect(reason == "as if the disk were full")
    #expect(during.count == 1)
    #expect(UnfinishedFiles.all.isDisjoint(with: during))
    #expect(folder.names == [])
  }
}

private func permissions(_ path: String) throws -> NSNumber? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
}

/// A 64 KB disk, which is removed together with its folder after the test.
private final class SmallDisk {
  static let isAllowed = getuid() == 0 && (try? SmallDisk()) != nil

  let folder: TemporaryFolder

  init() throws {
    struct NotMounted: Error {}
    folder = try TemporaryFolder()
    guard Tool.output(of: "mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path]) != nil
    else { throw NotMounted() }
  }

  deinit { Tool.output(of: "umount", [folder.path]) }
}
