import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the listing of folders and the rejection of symbolic links.
@Suite struct FolderTests {
  @Test func filesBelowALinkedFolderAreNotLookedFor() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "plugin/a.txt")
    try folder.write("b", to: "plugin/sub/b.txt")
    try folder.write("c", to: "elsewhere/c.txt")
    for (link, goal) in [("data", "../elsewhere"), ("self", "."), ("d.txt", "../elsewhere/c.txt")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("plugin/" + link), withDestinationPath: goal)
    }
    #expect(Files.namesBelow(folder.file("plugin")) == ["a.txt", "d.txt", "sub/b.txt"])
  }

  /// Operations on an open folder affect that folder, even if its path now leads elsewhere.
  @Test func anOpenFolderStaysTheSame() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "real/a.txt")
    try folder.write("", to: "work/keep")
    let open = try OpenFolder(folder.file("work"))
    let swapped = Tool.run(
      "sh", ["-c", "cd '\(folder.path)' && mv work away && ln -s real work"])
    #expect(swapped.status == 0)
    try open.write(Array("new".utf8), to: "b.txt")
    try open.remove("a.txt")
    #expect(folder.names(in: "real") == ["a.txt"])
    #expect(folder.names(in: "away") == ["b.txt", "keep"])
    #expect(throws: RenderError.self) { try OpenFolder(folder.file("work")) }
  }

  @Test func aFileThatMustBeNewReplacesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "a.txt")
    let path = folder.file("a.txt")
    #expect(throws: RenderError.self) {
      try WholeFile.write([Array("new".utf8)], to: path, isNew: true)
    }
    #expect(try folder.text("a.txt") == "mine" && folder.names == ["a.txt"])
    try WholeFile.write([Array("new".utf8)], to: folder.file("b.txt"), isNew: true)
    #expect(try folder.text("b.txt") == "new" && folder.names == ["a.txt", "b.txt"])
  }
}
