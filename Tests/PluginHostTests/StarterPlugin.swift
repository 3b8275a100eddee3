import BuiltInPlugins
import Designs
import Foundation
import PluginHost
import Testing
import WallfarmCore
import WallfarmTesting

/// A plugin that `wallfarm plugin new` created, built as its output describes.
struct StarterPlugin: Sendable {
  /// A kind and a language.
  struct Start: Hashable, Sendable, CustomTestStringConvertible {
    let kind: String
    let language: String
    var testDescription: String { "a \(kind) in \(language)" }
  }

  static let kinds = ["layout", "background"]
  static let languages = ["python", "c", "swift"]
  static let allStarts = languages.flatMap { language in
    kinds.map { Start(kind: $0, language: language) }
  }
  /// The id of each plugin, and the name of its folder.
  static let id = "my-first"

  /// The folder that contains the plugin folder.
  let files: TemporaryFolder
  /// The paths that the program printed.
  let listed: [String]
  /// The commands that the program printed.
  let commands: [String]
  /// The path of the plugin folder.
  var path: String { files.file(Self.id) }

  init(_ start: Start) throws {
    files = try TemporaryFolder()
    let made = try Self.wallfarm(
      ["plugin", "new", "--kind", start.kind, "--language", start.language, Self.id], in: files)
    try #require(made.status == 0, "\(made.error)")
    listed = made.lines.prefix { $0.hasPrefix(Self.id + "/") }
    commands = made.output.replacing("\\\n", with: "").components(separatedBy: "\n")
      .filter { $0.hasPrefix("  ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    if start.language != "python" {
      // No plugin can be built without its header, so the Makefile contains the path of the header.
      let built = make("-s")
      try #require(built.status == 0, "\(built.text)")
      // A warning would make an author doubt the starter.
      #expect(built.text == "")
    }
  }

  /// Building Swift takes seconds, so each plugin is built once.
  private static let all = Result {
    try Dictionary(uniqueKeysWithValues: allStarts.map { ($0, try StarterPlugin($0)) })
  }

  static func built(_ start: Start) throws -> StarterPlugin {
    atexit { StarterPlugin.removeAll() }
    return try #require(all.get()[start])
  }

  /// Static values are never destroyed, so the process removes their folders when it exits.
  private static func removeAll() {
    for plugin in (try? all.get().values).map(Array.init) ?? [] {
      try? FileManager.default.removeItem(atPath: plugin.files.path)
    }
  }

  /// Runs the Makefile of the plugin, which finds the program in PATH.
  func make(_ words: String...) -> (text: String, status: Int32) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return Tool.run(
      "make", ["-C", self.path] + words, withErrors: true,
      environment: Self.environment(of: files).merging(
        ["PATH": "\(Program.folder):\(path)", "WALLFARM_HOME": Workspace.root]) { $1 })
  }

  func wallfarm(_ words: String...) throws -> Finished {
    try Self.wallfarm(words + ["--plugins", path], in: files)
  }

  private static func wallfarm(
    _ words: [String], in folder: TemporaryFolder
  ) throws -> Finished {
    try Program.run(words, in: folder, environment: environment(of: folder))
  }

  /// Hides the user's own plugins, and selects the modes of snapshots on an author's machine.
  private static func environment(of folder: TemporaryFolder) -> [String: String] {
    [
      "XDG_DATA_HOME": folder.file(".data"), "WALLFARM_PLUGINS": "", "CI": "",
      "WALLFARM_SNAPSHOTS": "", "MAKEFLAGS": "", "MAKELEVEL": "",
    ]
  }

  /// Returns the recorded pictures of the plugin's own tests.
  func references() throws -> [String: String] {
    let folder = path + "/tests/references"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let texts = try names.filter { $0.hasSuffix(".txt") }.map { name in
      (name, try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }

  /// Returns a renderer that knows this plugin.
  func renderer() throws -> Renderer {
    let found = ManifestReader.read(folder: path)
    #expect(found.problems.isEmpty)
    var settings = PluginHostSettings()
    settings.isolation = [Program.path, "plugin-server"]
    let catalog = PluginCatalog(only: try #require(found.manifest), builtIn: .builtIn)
    return try Renderer(
      installation: Workspace.installation, plugins: catalog.registry(settings))
  }
}
