import Foundation
import Testing
import WallfarmTesting

/// A folder of broken themes and templates, each with the recorded output of `check`.
@Suite(.tags(.recorded)) struct BrokenThemeTests {
  private static let folder = "Tests/AuthoringTests/Broken"

  /// Names of files and of template folders.
  static let names: [String] = {
    let manager = FileManager.default
    let root = "\(Workspace.root)/\(folder)"
    return ((try? manager.contentsOfDirectory(atPath: root)) ?? []).filter { name in
      name.hasSuffix(".json") || manager.fileExists(atPath: "\(root)/\(name)/template.json")
    }.sorted()
  }()

  @Test func thereAreMoreThanFifty() {
    #expect(Self.names.count >= 200)
    #expect(Self.names.filter { !$0.hasSuffix(".json") }.count >= 30)
  }

  @Test(arguments: names) func everyMistakeIsToldInFull(_ name: String) throws {
    let folder = try TemporaryFolder()
    // Check through a link, so that messages show the relative path that an author would use.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Broken"), withDestinationPath: "\(Workspace.root)/\(Self.folder)")
    let result = try Program.bash("cd Broken && \"$wallfarm\" check '\(name)'", in: folder)
    #expect([0, 1].contains(result.status), "\(name): \(result.status)")
    #expect((result.status == 1) == result.error.contains("error["), "\(name)")
    let said = (result.error + result.output)
      .replacing(FilePath.resolved(Workspace.root), with: "{root}")
      .replacing(Workspace.root, with: "{root}")
    let expected =
      name.hasSuffix(".json") ? String(name.dropLast(5)) + ".txt" : name + "/expected.txt"
    TextSnapshot.check(said, at: "\(Self.folder)/\(expected)")
  }
}

private enum FilePath {
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
