import Foundation
import Testing
import WallfarmTesting

/// `wallfarm plugin new` creates plugins that render without changes and can be installed.
///
/// The tests are serialized, because building Swift occupies a CPU core for seconds, and other
/// tests need the other core.
@Suite(.serialized) struct StarterTests {
  /// All placeholders are replaced, except in pictures, which are copied byte for byte.
  @Test(arguments: StarterPlugin.allStarts)
  func everyPlaceholderIsReplaced(_ start: StarterPlugin.Start) throws {
    let plugin = try StarterPlugin.built(start)
    for file in plugin.listed where !file.hasSuffix(".png") {
      #expect(try !plugin.files.text(file).contains("{{"), "\(file)")
    }
    #expect(
      try plugin.files.bytes("my-first/preview.png")
        == [UInt8](
          Data(
            contentsOf: URL(
              fileURLWithPath:
                "\(Workspace.root)/Plugins/SDK/Starters/shared/\(start.kind)/preview.png"))))
  }

  /// A plugin that is not built yet states the next step.
  @Test(arguments: ["c", "swift"])
  func aPluginThatIsNotBuiltIsIncomplete(_ language: String) throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", "--language", language, "early").status == 0)
    let run = try folder.wallfarm("plugin", "run", "./early")
    #expect(run.problem.code == "plugin-incomplete")
    #expect(run.problem.hint?.contains("'make'") == true)
  }

  /// A missing script is not built, so the hint does not mention 'make'.
  @Test func aMissingScriptIsNotBuilt() throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", "my-notes").status == 0)
    try FileManager.default.removeItem(atPath: folder.files.file("my-notes/layout.py"))
    let run = try folder.wallfarm("plugin", "run", "./my-notes")
    #expect(run.problem.code == "plugin-incomplete")
    #expect(run.problem.hint?.contains("make") == false)
  }

  /// The id can be the name of a Python module, because the files of a plugin have fixed names.
  @Test(arguments: ["json", "re", "sys", "column", "layout"])
  func anIdCanBeTheNameOfAModule(_ id: String) throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", id).status == 0)
    let run = try folder.wallfarm("plugin", "run", "./" + id, "--device", "iphone8")
    #expect(run.status == 0, "\(run.error)")
  }

  @Test(arguments: [
    "My-Notes", "1abc", "a_b", "a b", "trailing-", "ä", "..", ".", "", "a/b!", "-x",
    String(repeating: "x", count: 65),
  ])
  func aNameThatIsNoneMakesNothing(_ name: String) throws {
    let folder = try OwnFolder()
    let finished = try folder.wallfarm("plugin", "new", "--", name)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "invalid-parameter")
    let last = name.split(separator: "/").last ?? ""
    #expect(finished.problem.message.contains("'\(last.prefix(64))'"))
    #expect(folder.files.names == [])
  }

  @Test func aFolderThatIsThereStaysAsItIs() throws {
    let folder = try OwnFolder()
    try folder.files.write("mine", to: "my-notes/thoughts")
    let finished = try folder.wallfarm("plugin", "new", "my-notes")
    #expect(finished.problem.code == "output-failed")
    #expect(folder.files.names(in: "my-notes") == ["thoughts"])
    #expect(try folder.files.text("my-notes/thoughts") == "mine")
  }

  /// A new plugin folder is renamed into place only when it is complete, so a failure does not
  /// block the next attempt.
  @Test func whatCannotBeWrittenLeavesNothingBehind() throws {
    let folder = try OwnFolder()
    let line = "trap '' XFSZ; ulimit -f 1; \"$wallfarm\" plugin new my-notes"
    let finished = try Program.bash(line, in: folder.files)
    #expect(finished.problem.code == "output-failed", "\(finished.error)")
    #expect(!folder.files.names.contains { $0.contains("notes") || $0.hasPrefix(".wallfarm") })
    #expect(try folder.wallfarm("plugin", "new", "my-notes").status == 0)
  }

  @Test(arguments: [["--language", "rust"], ["--kind", "widget"]])
  func whatNobodyWroteAStartForIsAnError(_ words: [String]) throws {
    let folder = try OwnFolder()
    let finished = try folder.wallfarm(["plugin", "new", "my-notes"] + words)
    #expect(finished.status == 64)
    #expect(finished.problem.code == "value-not-allowed")
    #expect(folder.files.names == [])
  }

  // MARK: - Keeping

  @Test func aPluginThatIsAddedIsFoundUntilItIsRemoved() throws {
    let folder = try OwnFolder()
    for (id, kind) in [("my-notes", "layout"), ("my-sky", "background")] {
      #expect(try folder.wallfarm("plugin", "new", "--kind", kind, id).status == 0)
      #expect(try folder.wallfarm("plugin", "add", id).status == 0)
    }
    #expect(try folder.list() == ["my-notes", "my-sky"])
    try folder.files.write(
      #"{"format": 1, "summary": "Both.", "theme": "midnight", "#
        + #""background": {"plugin": "my-sky"}, "layouts": [{"plugin": "my-notes"}]}"#,
      to: "both/template.json")
    let render = ["render", "-q", "-t", "./both", "-d", "iphone8", "-n", "Buy milk", "-o", "a.png"]
    let rendered = try folder.wallfarm(render)
    #expect(rendered.status == 0, "\(rendered.error)")

    let removed = try folder.wallfarm("plugin", "remove", "my-notes")
    #expect(removed.status == 0, "\(removed.error)")
    #expect(try folder.list() == ["my-sky"])
    #expect(folder.files.names(in: OwnFolder.plugins) == ["my-sky"])
    // The source folder is left unchanged.
    #expect(folder.files.names(in: "my-notes").contains("plugin.json"))
    #expect(try folder.wallfarm(render).problem.code == "unknown-plugin")
  }

  @Test func aPluginCannotBeAddedTwice() throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", "my-notes").status == 0)
    #expect(try folder.wallfarm("plugin", "add", "./my-notes").status == 0)
    try folder.files.write("other", to: "my-notes/README.md")
    let again = try folder.wallfarm("plugin", "add", "./my-notes")
    #expect(again.hasFailedAsDocumented)
    #expect(again.problem.code == "plugin-twice")
    #expect(try folder.files.text(OwnFolder.plugins + "/my-notes/README.md") != "other")
  }

  @Test func whatIsBrokenIsNotAdded() throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", "--language", "c", "my-notes").status == 0)
    #expect(try folder.wallfarm("plugin", "add", "my-notes").problem.code == "plugin-incomplete")
    #expect(try folder.wallfarm("plugin", "add", "nothing").problem.code == "file-unreadable")
    #expect(folder.files.names(in: OwnFolder.plugins) == [])
  }

  @Test(arguments: ["my-notes", "numbered-notes", "../plugins/my-sky", "my-sky/", ".", ""])
  func whatIsNotThereCannotBeRemoved(_ name: String) throws {
    let folder = try OwnFolder()
    #expect(try folder.wallfarm("plugin", "new", "--kind", "background", "my-sky").status == 0)
    #expect(try folder.wallfarm("plugin", "add", "my-sky").status == 0)
    let finished = try folder.wallfarm("plugin", "remove", name)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "unknown-plugin")
    #expect(folder.files.names(in: OwnFolder.plugins) == ["my-sky"])
  }
}

/// A working folder, and a folder for installed plugins.
private struct OwnFolder {
  /// The working folder.
  let files: TemporaryFolder
  /// The path of the installed plugins, relative to ``files``.
  static let plugins = ".data/wallfarm/plugins"

  init() throws { files = try TemporaryFolder() }

  func wallfarm(_ words: String...) throws -> Finished { try wallfarm(words) }

  func wallfarm(_ words: [String]) throws -> Finished {
    try Program.run(
      words, in: files,
      environment: ["XDG_DATA_HOME": files.file(".data"), "WALLFARM_PLUGINS": ""])
  }

  /// Returns the ids of all external plugins.
  func list() throws -> [String] {
    let finished = try wallfarm("plugin", "list", "--json")
    let json = try JSONSerialization.jsonObject(with: Data(finished.bytes))
    let items = (json as? [[String: Any]] ?? []).filter { $0["foundIn"] as? String != "wallfarm" }
    return items.compactMap { $0["id"] as? String }.sorted()
  }
}
