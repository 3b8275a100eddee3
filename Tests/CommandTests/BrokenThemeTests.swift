import Foundation
import Testing
import WallfarmTesting

/// A folder of broken themes and templates, each with the recorded output of `check`.
@Suite(.tags(.recorded)) struct BrokenThemeTests {
  private static let folder = "Tests/AuthoringTests/Broken"

  /// The names of theme files and of template folders.
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

  /// The output of a single `check` of all files, split after the verdict for each file.
  private static let said = Result {
    let folder = try TemporaryFolder()
    // Check through a link, so that messages show the relative path that an author would use.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Broken"), withDestinationPath: "\(Workspace.root)/\(Self.folder)")
    let words = names.map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.bash("cd Broken && \"$wallfarm\" check \(words) 2>&1", in: folder)
    #expect(result.status == 1)
    var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var said: [String: (problems: String, verdict: String)] = [:]
    for name in names {
      let end = try #require(lines.firstIndex { $0.hasPrefix("\(name): ") }, "\(name)")
      said[name] = (lines[..<end].map { $0 + "\n" }.joined(), String(lines[end]))
      lines = lines[(end + 1)...]
    }
    #expect(lines == [""])
    return said
  }

  @Test(arguments: names) func everyMistakeIsToldInFull(_ name: String) throws {
    let (problems, verdict) = try #require(try Self.said.get()[name])
    #expect(verdict.contains(" error") == problems.contains("error["), "\(name)")
    let said = "\(problems)\(verdict)\n"
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
