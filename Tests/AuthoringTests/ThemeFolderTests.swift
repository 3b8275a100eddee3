import Authoring
import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The folder of a user's themes contains only complete themes, and paths in a copied theme never
/// leave its folder.
@Suite struct ThemeFolderTests {
  private static let files: [MadeFolder.File] = [
    ("dusk.json", Array("new".utf8), 0o644), ("photos/sea.jpg", Array("sea".utf8), 0o644),
  ]

  private func contents(_ folder: TemporaryFolder) throws -> [String] {
    Files.namesBelow(folder.path)
  }

  /// A theme replaces the theme with the same name, whether that is a folder, a file or a link.
  @Test(arguments: ["", "mkdir dusk; touch dusk/old.json", "touch dusk.json", "ln -s /usr dusk"])
  func aThemeIsReplacedAsAWhole(_ before: String) throws {
    let folder = try TemporaryFolder()
    _ = Tool.run("sh", ["-c", "cd \(folder.path); \(before)"])
    let themes = try ThemeFolder(folder.path)
    var checked = ""
    let path = try themes.put(Self.files, as: "dusk") { (file) throws(RenderError) in
      checked = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }
    #expect(checked == "new" && path == folder.file("dusk/dusk.json"))
    #expect(folder.names == ["dusk"])
    #expect(try contents(folder) == ["dusk/dusk.json", "dusk/photos/sea.jpg"])
    #expect(FileManager.default.fileExists(atPath: "/usr/bin"))
  }

  /// If the check fails, the old theme stays unchanged and nothing is left behind.
  @Test func aFailedCheckChangesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "dusk/dusk.json")
    let themes = try ThemeFolder(folder.path)
    #expect(throws: RenderError.self) {
      try themes.put(Self.files, as: "dusk") { (_) throws(RenderError) in
        throw .fileUnreadable("dusk", "stopped")
      }
    }
    #expect(folder.names == ["dusk"])
    #expect(try folder.text("dusk/dusk.json") == "old")
  }

  /// The next process restores or removes everything that a killed process left behind.
  @Test(arguments: [
    ("mkdir -p .wallfarm-adding-dusk/photos", []),
    ("mkdir .wallfarm-adding-dusk; touch dusk.json", ["dusk.json"]),
    ("mkdir .wallfarm-old-dusk; touch .wallfarm-old-dusk/dusk.json", ["dusk/dusk.json"]),
    (
      "mkdir dusk .wallfarm-old-dusk; touch dusk/dusk.json .wallfarm-old-dusk/old",
      ["dusk/dusk.json"]
    ),
    ("mkdir .wallfarm-removing-dusk; touch .wallfarm-removing-dusk/dusk.json", []),
    ("ln -s /usr .wallfarm-adding-dusk", []), ("touch .other", []),
  ])
  func theRestOfAKilledProcessIsRemoved(_ before: String, _ after: [String]) throws {
    let folder = try TemporaryFolder()
    _ = Tool.run("sh", ["-c", "cd \(folder.path); \(before)"])
    _ = try ThemeFolder(folder.path)
    #expect(try contents(folder) == after)
    #expect(!folder.names.contains { $0.hasPrefix(".wallfarm") })
    #expect(FileManager.default.fileExists(atPath: "/usr/bin"))
  }

  @Test func onlyOneProcessChangesTheFolder() throws {
    let folder = try TemporaryFolder()
    let themes = try ThemeFolder(folder.path)
    withExtendedLifetime(themes) {
      let script = """
        import fcntl, os
        try: fcntl.flock(os.open(".", os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError: print("locked")
        """
      #expect(folder.python(script).text == "locked\n")
    }
  }

  @Test func removingDeletesOnlyTheTheme() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "dusk/dusk.json")
    try folder.write("a", to: "dusk.json")
    try folder.write("a", to: "noon/other.json")
    let themes = try ThemeFolder(folder.path)
    #expect(try themes.remove("noon").isEmpty)
    #expect(try themes.remove("dusk") == [folder.file("dusk"), folder.file("dusk.json")])
    #expect(try themes.remove("dusk").isEmpty)
    #expect(folder.names == ["noon"])
  }

  /// Python's `normpath` decides independently whether a path stays inside the folder at every step
  /// and where it leads.
  @Test func pathsStayInsideTheFolder() throws {
    var random = SeededGenerator()
    let parts = ["..", ".", "a", "b.jpg", "", "c d"]
    let cases = (0..<400).map { _ in
      let folder = (0..<Int.random(in: 0...2, using: &random)).map { "d\($0)" }
      let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined(separator: "/")
      return (folder: folder, name: name)
    }
    let folder = try TemporaryFolder()
    try folder.write(
      cases.map { "\($0.folder.joined(separator: "/"))\t\($0.name)" }.joined(separator: "\n"),
      to: "cases")
    let script = """
      import os.path
      for line in open("cases").read().split("\\n"):
          folder, name = line.split("\\t")
          parts = name.split("/")
          steps = [os.path.normpath(os.path.join(folder, *parts[:n])) for n in range(1, len(parts) + 1)]
          inside = name[0:1] != "/" and not any(s == ".." or s.startswith("../") for s in steps)
          print(steps[-1] if inside and steps[-1] != "." else "outside")
      """
    let judged = folder.python(script).text.split(separator: "\n").map(String.init)
    try #require(judged.count == cases.count, "\(judged.first ?? "")")
    for (one, expected) in zip(cases, judged) {
      let found = ThemeParcel.place(of: one.name, in: one.folder)?.joined(separator: "/")
      #expect(found ?? "outside" == expected, "seed \(random.seed): \(one)")
    }
    #expect(Set(judged).count > 20 && judged.contains("outside"))
  }
}
