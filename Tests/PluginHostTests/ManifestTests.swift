import BuiltInPlugins
import Files
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.sanitized)) struct ManifestTests {
  /// A manifest with a single mistake.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let changes: [String: JSONValue?]
    let code: ErrorCode
    let says: String
    var testDescription: String { name }

    init(_ name: String, _ changes: [String: JSONValue?], _ code: ErrorCode, _ says: String) {
      (self.name, self.changes, self.code, self.says) = (name, changes, code, says)
    }
  }

  static let cases: [Case] = [
    Case("a newer contract", ["contract": 2], .pluginTooNew, "contract 2"),
    Case("a newer format", ["format": 2], .invalidValue, "format 2"),
    Case("a contract in words", ["contract": "one"], .invalidValue, "'contract'"),
    Case("an unknown key", ["licens": "MIT"], .unknownKey, "'licens'"),
    Case("no licence", ["licence": nil as JSONValue?], .invalidValue, "'licence'"),
    Case("an id in upper case", ["id": "Quote"], .invalidValue, "'id'"),
    Case("an id with a slash", ["id": "a/b"], .invalidValue, "'id'"),
    Case("version 0", ["version": 0], .invalidValue, "'version'"),
    Case("version 1.5", ["version": 1.5], .invalidValue, "'version'"),
    Case("an unknown kind", ["kind": "widget"], .invalidValue, "'kind'"),
    Case("a name of two lines", ["name": "a\nb"], .invalidValue, "'name'"),
    Case("an unknown kind of content", ["content": ["datum"]], .invalidValue, #""datum""#),
    Case("content that is no list", ["content": "dates"], .invalidValue, "'content'"),
    Case(
      "a kind twice", ["content": ["dates", ["kind": "dates"]]], .invalidValue, "repeats 'dates'"),
    Case(
      "a key that a kind has not", ["content": [["kind": "dates", "keys": ["due"]]]],
      .invalidValue, "'keys' of dates"),
    Case(
      "a need that is a word", ["content": [["kind": "dates", "needed": "yes"]]], .invalidValue,
      "'needed'"),
    Case("a layout of pixels", ["makes": "pixels"], .invalidValue, "'makes'"),
    Case(
      "two carriers", ["carrier": ["program": "plugin.py", "library": "a.so"]], .invalidValue,
      "'carrier'"),
    Case(
      "a library with a runner", ["carrier": ["library": "plugin.py", "runner": "sh"]],
      .invalidValue, "'carrier'"),
    Case("a missing file", ["carrier": ["library": "gone.so"]], .pluginIncomplete, "'gone.so'"),
    Case(
      "a file that may not run", ["carrier": ["program": "plugin.py"]], .pluginIncomplete,
      "cannot be executed"),
    Case(
      "a runner that is nowhere",
      ["carrier": ["program": "plugin.py", "runner": "no-such-runner"]], .pluginIncomplete,
      "'no-such-runner'"),
    Case(
      "a runner with a path", ["carrier": ["program": "plugin.py", "runner": "/bin/sh"]],
      .pluginIncomplete, "'/bin/sh'"),
    Case(
      "a file outside", ["carrier": ["program": "../plugin.py", "runner": "sh"]], .pathOutside,
      "'../plugin.py'"),
    Case(
      "a file from the root", ["carrier": ["program": "/bin/true"]], .pathOutside, "'/bin/true'"),
    Case(
      "a link to outside", ["carrier": ["program": "link", "runner": "sh"]], .pathOutside, "'link'"),
    Case(
      "a folder as code", ["carrier": ["program": "folder", "runner": "sh"]], .pluginIncomplete,
      "'folder'"),
    Case("no list of parameters", ["parameters": ["key": "a"]], .invalidValue, "'parameters'"),
    Case(
      "a type that is none",
      ["parameters": [["key": "a", "type": "colour", "default": "#fff", "summary": "A."]]],
      .invalidValue, "'type'"),
    Case(
      "a parameter without a default",
      ["parameters": [["key": "a", "type": "boolean", "summary": "A."]]], .invalidValue, "'default'"
    ),
    Case(
      "a default out of range",
      [
        "parameters": [
          [
            "key": "a", "type": "integer", "minimum": 1, "maximum": 3, "default": 4,
            "summary": "A.",
          ]
        ]
      ], .invalidValue, "'default'"),
    Case(
      "a range that is empty",
      [
        "parameters": [
          [
            "key": "a", "type": "integer", "minimum": 4, "maximum": 3, "default": 4,
            "summary": "A.",
          ]
        ]
      ], .invalidValue, "'maximum'"),
    Case(
      "a file with a default",
      ["parameters": [["key": "a", "type": "file", "default": "a.jpg", "summary": "A."]]],
      .invalidValue, "'default'"),
    Case(
      "two parameters of one key",
      [
        "parameters": [
          ["key": "a", "type": "boolean", "default": true, "summary": "A."],
          ["key": "a", "type": "boolean", "default": true, "summary": "A."],
        ]
      ], .invalidValue, "'key'"),
    Case(
      "a unit that is none",
      [
        "parameters": [
          [
            "key": "a", "type": "number", "minimum": 0, "maximum": 1, "unit": "px", "default": 0,
            "summary": "A.",
          ]
        ]
      ], .invalidValue, "'unit'"),
    Case(
      "a key that the type has not",
      [
        "parameters": [
          ["key": "a", "type": "boolean", "limit": 3, "default": true, "summary": "A."]
        ]
      ], .unknownKey, "'limit'"),
  ]

  @Test(arguments: cases)
  func whatIsWrongIsToldWithItsPlace(_ wrong: Case) throws {
    let plugins = try PluginFolder()
    let folder = try plugins.write("quote", wrong.changes)
    try plugins.folder.write("", to: "plugins/quote/plugin.py")
    try plugins.folder.write("", to: "plugins/quote/folder/x")
    try plugins.folder.write("", to: "elsewhere")
    _ = Tool.output(of: "ln", ["-s", plugins.folder.file("elsewhere"), "\(folder)/link"])

    let found = ManifestReader.read(folder: folder)

    let problem = try #require(found.problems.first { $0.code == wrong.code })
    #expect(problem.message.contains(wrong.says), "\(problem)")
    #expect(problem.origin?.description.contains("plugin.json:") == true, "\(problem)")
    #expect(found.manifest == nil)
  }

  @Test func everyMistakeIsToldAtOnce() throws {
    let plugins = try PluginFolder()
    let folder = try plugins.write("quote", ["version": 0, "kind": "x", "author": "", "id": "Q"])
    #expect(ManifestReader.read(folder: folder).problems.count == 5)
  }

  @Test func noiseIsToldAndNeverTraps() throws {
    let plugins = try PluginFolder()
    for text in [
      "", "[", "[]", "{\"format\": 1e400}", "\u{0}", String(repeating: "[", count: 9999),
    ] {
      try plugins.folder.write(text, to: "plugins/noise/plugin.json")
      let found = ManifestReader.read(folder: plugins.folder.file("plugins/noise"))
      #expect(!found.problems.isEmpty && found.id == "noise")
    }
  }

  /// The parameters of built-in plugins survive the round trip through plugin.json.
  @Test func builtInParametersAreReadBackFromTheirForm() throws {
    let plugins = try PluginFolder()
    for plugin in PluginRegistry.builtIn.all {
      let folder = try plugins.write(
        plugin.id,
        [
          "kind": .string(plugin.description.kind.rawValue),
          "parameters": .array(plugin.schema.parameters.map(\.form)),
        ])
      try plugins.folder.write("", to: "plugins/\(plugin.id)/plugin.py")

      let found = ManifestReader.read(folder: folder)

      #expect(found.problems.isEmpty, "\(found.problems)")
      #expect(found.manifest?.description.schema.parameters == plugin.schema.parameters)
    }
  }

  // MARK: - Folders

  private func catalog(_ plugins: PluginFolder) throws -> PluginCatalog {
    try PluginCatalog(
      folders: PluginFolders(flags: [plugins.plugins], installation: Workspace.installation),
      builtIn: .builtIn)
  }

  @Test func twoPluginsOfOneIdAreNotChosenBetween() throws {
    let plugins = try PluginFolder()
    for name in ["one", "two"] {
      try plugins.write("saying", in: name)
      try plugins.folder.write("", to: "plugins/\(name)/plugin.py")
    }
    let catalog = try catalog(plugins)
    #expect(catalog.items.allSatisfy { $0.problems.map(\.code) == [.pluginTwice] })
    let registry = catalog.registry()
    #expect(registry.layout("saying") == nil)
    #expect(registry.unusable["saying"]?.code == .pluginTwice)
  }

  @Test func theIdOfABuiltInPluginIsTaken() throws {
    let plugins = try PluginFolder()
    try plugins.write("numbered-notes")
    try plugins.folder.write("", to: "plugins/numbered-notes/plugin.py")
    let catalog = try catalog(plugins)
    #expect(catalog.items.map(\.problems.first?.code) == [.pluginBuiltIn])
    // The built-in plugin is still available.
    #expect(catalog.registry().layout("numbered-notes")?.description.isBuiltIn == true)
  }

  @Test func aBrokenPluginIsInTheWayOfNoOther() throws {
    let plugins = try PluginFolder()
    try plugins.write("good")
    try plugins.folder.write("", to: "plugins/good/plugin.py")
    try plugins.write("bad", ["contract": 2])
    let registry = try catalog(plugins).registry()
    #expect(registry.layout("good") != nil)
    #expect(registry.unusable["bad"]?.code == .pluginTooNew)
  }

  @Test func aFolderThatIsAskedForMustBeThere() throws {
    #expect(throws: RenderError.self) {
      try PluginCatalog(
        folders: PluginFolders(flags: ["/no/such/folder"], installation: Workspace.installation),
        builtIn: .builtIn)
    }
  }
}
