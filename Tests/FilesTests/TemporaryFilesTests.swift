import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Temporary files of dead writers are removed, but files in use are kept.
@Suite struct TemporaryFilesTests {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Creates a temporary file like one that a killed writer leaves behind.
  private func abandoned(in folder: TemporaryFolder, prefix: String = ".wallfarm-9-") throws
    -> String
  {
    let made = try TemporaryFiles.make(in: folder.path, prefix: prefix)
    #expect(AtomicFile.fill(made.descriptor, with: [Array("half".utf8)]) == nil)
    close(made.descriptor)
    return made.path
  }

  @Test func theNextWriterRemovesWhatADeadOneLeft() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (
      try abandoned(in: folder), try abandoned(in: folder, prefix: ".wallfarm-0123-")
    )
    #expect(access(first, F_OK) == 0 && access(second, F_OK) == 0)
    TemporaryFiles.sweep(folder.path)
    #expect(folder.allNames.isEmpty)
  }

  /// When a process writes to a folder for the first time, it removes the abandoned temporary files
  /// there.
  @Test func aFolderIsSweptBeforeItIsWrittenTo() throws {
    let folder = try TemporaryFolder()
    let made = try abandoned(in: folder)
    let other = try TemporaryFolder()
    let copy = other.file(Files.name(of: made))
    try FileManager.default.copyItem(atPath: made, toPath: copy)
    try AtomicFile.write([[1]], to: other.file("a"))
    #expect(other.allNames == ["a"])
  }

  @Test func whatIsBeingWrittenStays() throws {
    let folder = try TemporaryFolder()
    let made = try TemporaryFiles.make(in: folder.path)
    TemporaryFiles.sweep(folder.path)
    #expect(access(made.path, F_OK) == 0)
    close(made.descriptor)
    TemporaryFiles.sweep(folder.path)
    #expect(access(made.path, F_OK) != 0)
  }

  /// A writer keeps its lock until the file is renamed.
  @Test func aSweepInTheMiddleOfAWriteDoesNoHarm() throws {
    let folder = try TemporaryFolder()
    for isDurable in [false, true] {
      let reason = AtomicFile.replace(folder.file("a"), isDurable: isDurable) { descriptor in
        TemporaryFiles.sweep(folder.path)
        return AtomicFile.fill(descriptor, with: [Array("whole".utf8)])
      }
      #expect(reason == nil)
      #expect(try folder.bytes("a") == Array("whole".utf8))
      #expect(folder.allNames == ["a"])
    }
  }

  /// Files without a lock are kept for an hour, because locks may not work across machines.
  @Test(arguments: [
    (".wallfarm-7-1.tmp", 7200, false), (".wallfarm-7-1.tmp", 10, true),
    (".wallfarm-7-1.0123abcd.tmp", 7200, false), (".wallfarm-7-1.0123abcd.tmp", 10, true),
    ("wallfarm-7-1.tmp", 7200, true), (".wallfarm-7-1", 7200, true), (".other.tmp", 7200, true),
  ])
  func whatOthersMayBeWritingStays(_ name: String, _ age: Int, _ stays: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: name)
    TemporaryFiles.sweep(folder.path, now: time(nil) + age)
    #expect(folder.allNames == (stays ? [name] : []))
  }

  @Test func onlyFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    let made = try abandoned(in: folder)
    let end = made.drop { $0 != "." }.suffix(13)
    try folder.write("x", to: "kept")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".wallfarm-1\(end)"), withDestinationPath: folder.file("kept"))
    try FileManager.default.createDirectory(
      atPath: folder.file(".wallfarm-2\(end)"), withIntermediateDirectories: false)
    mkfifo(folder.file(".wallfarm-3\(end)"), 0o600)
    TemporaryFiles.sweep(folder.path)
    #expect(
      folder.allNames == [
        ".wallfarm-1\(end)", ".wallfarm-2\(end)", ".wallfarm-3\(end)", "kept",
      ])
  }

  // MARK: - Modes

  /// A temporary file is private; the finished file has the default mode.
  @Test func aFileIsItsOwnersUntilItIsWhole() throws {
    let folder = try TemporaryFolder()
    _ = FileManager.default.createFile(atPath: folder.file("theirs"), contents: Data())
    var during: mode_t = 0
    let reason = AtomicFile.replace(folder.file("ours"), isDurable: false) { _ in
      let name = folder.allNames.first { $0.hasSuffix(".tmp") } ?? ""
      during = mode(folder.file(name))
      return nil
    }
    #expect(reason == nil && during == 0o600)
    #expect(mode(folder.file("ours")) == mode(folder.file("theirs")))
    _ = AtomicFile.replace(folder.file("private"), isDurable: false, mode: 0o600) { _ in nil }
    #expect(mode(folder.file("private")) == 0o600)
  }

  // MARK: - Folders

  @Test func aFolderThatSomebodyUsesStays() throws {
    let above = try TemporaryFolder()
    let used = try ScratchFolder(in: above.path)
    try above.write("x", to: "wallfarm-scratch-abcdef/a/b")
    try above.write("x", to: "other/a")
    ScratchFolder.sweep(above.path, olderThan: 0)
    #expect(above.names == ["other", Files.name(of: used.path)])
    ScratchFolder.sweep(above.path, olderThan: 60)
    withExtendedLifetime(used) {}
  }
}

extension TemporaryFolder {
  /// All names in the folder in sorted order, including hidden names.
  fileprivate var allNames: [String] { FolderList.allNames(in: path) }
}
