import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Diagnostics
import Files
import Pages
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm plugin`: creates, tests and manages external plugins.
struct PluginVerb: CommandVerb {
  static let plugin = Operand(
    "plugin", completion: .directories, summary: "Id or folder of the plugin.")
  static let folder = Operand(
    "folder", completion: .directories, summary: "Folder of the plugin.")
  static let name = Operand(
    "name", completion: .directories, summary: "Id of the plugin, or a path that ends with the id.")
  static let kind = Option(
    "kind", value: "kind", default: "layout", allowed: PluginStarter.kinds,
    summary: "Kind of the plugin.")
  static let language = Option(
    "language", value: "language", default: "python", allowed: PluginStarter.languages,
    summary: "Language of the plugin.")
  static let out = Option(
    "output", short: "o", value: "folder", default: ".", completion: .directories,
    summary: "Output folder for the pictures.")
  static let json = Flag("json", summary: "Print JSON.")

  static let command = Command(
    "plugin", summary: "Create, test and manage external plugins.",
    discussion: """
      A plugin is a folder with a plugin.json file. It is a layout or a background, and can be
      written in any language.

        wallfarm plugin new --kind layout --language python my-notes
        wallfarm plugin run ./my-notes
        wallfarm plugin check ./my-notes
        wallfarm plugin add ./my-notes
      """,
    accepts: PluginOptions.all,
    subcommands: [
      Command(
        "list", summary: "List built-in and external plugins and their errors.",
        accepts: [.flag(json), .flag(ListVerb.names)]),
      Command(
        "describe", summary: "Show the manifest of a plugin without running it.",
        accepts: [.operand(plugin), .flag(json)]),
      Command(
        "new", summary: "Create a plugin that is ready to render.",
        discussion: """
          The folder contains an example, which is a template or a theme, and pictures to test. A
          layout is a checklist, and a background is a landscape; each is the same picture in every
          language. The command does not replace existing files.

            wallfarm plugin new my-notes
            wallfarm plugin new --kind background --language c dusk
          """,
        accepts: [.operand(name), .option(kind), .option(language)]),
      Command(
        "run", aliases: ["try"],
        summary: "Render the plugin with sample notes on the smallest and the largest screen.",
        discussion:
          "The command does not load other external plugins. A plugin library runs in its own "
          + "process.",
        accepts: [
          .operand(plugin), .option(RenderOptions.device), .option(RenderOptions.note),
          .option(RenderOptions.set), .option(out), .flag(RenderOptions.quiet),
        ]),
      Command(
        "check", summary: "Test a plugin against the plugin contract.",
        discussion: """
          The tests cover the limits of every parameter, repeated input, tiny and huge screens,
          right-to-left text, and lists with no notes or many notes. The exit status is 1 if a
          test fails.
          """,
        accepts: [.operand(plugin), .flag(json)]),
      Command(
        "add", summary: "Copy a plugin into your plugin folder, which every render searches.",
        accepts: [.operand(folder)]),
      Command(
        "remove", summary: "Delete a plugin from your plugin folder.", accepts: [.operand(plugin)]),
    ])

  let invocation: Invocation

  var arguments: PluginArguments { PluginArguments(invocation) }

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    switch invocation.path.last {
    case "list": return try list(installation)
    case "describe": try describe(installation)
    case "new": try new(installation)
    case "run": try PluginRun(verb: self, installation: installation).run()
    case "check": return try check(installation)
    case "add": try add()
    default: try remove()
    }
    return .success
  }

  // MARK: - Listing

  private func list(_ installation: Installation) throws(RenderError) -> ExitStatus {
    // Report invalid limits, even though this command does not run plugins.
    _ = try arguments.limits()
    if invocation.isOn(ListVerb.names) {
      let registry = try arguments.registry(installation)
      for plugin in registry.all { Terminal.printLine(plugin.id) }
      return .success
    }
    let items = try arguments.catalog(installation).items
    let shipped = PluginRegistry.builtIn.all
    if invocation.isOn(Self.json) {
      let all = shipped.map(json) + items.map(json)
      Terminal.print(JSONValue.array(all).text(pretty: true))
      return items.allSatisfy(\.problems.isEmpty) ? .success : .failure
    }
    let ours = shipped.map { plugin -> [Table.Cell] in
      [
        .text(plugin.id), .text(plugin.description.kind.rawValue),
        .text(String(plugin.description.version)), .text("built in"), .text("wallfarm"),
        .text(plugin.description.summary),
      ]
    }
    let rows =
      ours
      + items.map { item -> [Table.Cell] in
        let manifest = item.found.manifest
        return [
          .text(item.id), .text(manifest?.description.kind.rawValue ?? "?"),
          .text(manifest.map { String($0.description.version) } ?? "?"),
          .text(manifest.map(\.carrier.word) ?? "?"), .text(item.place.words),
          .text(item.problems.isEmpty ? manifest?.description.summary ?? "" : "unusable"),
        ]
      }
    Terminal.print(Table(["id", "kind", "version", "carrier", "found in", "summary"], rows).text)
    if items.isEmpty {
      Terminal.note("no external plugins; to create one: wallfarm plugin new my-notes")
    }
    for problem in items.flatMap(\.problems) { Terminal.report(problem) }
    return items.allSatisfy(\.problems.isEmpty) ? .success : .failure
  }

  private func json(_ plugin: any RegisteredPlugin) -> JSONValue {
    [
      "id": .string(plugin.id), "kind": .string(plugin.description.kind.rawValue), "file": .null,
      "foundIn": "wallfarm", "version": .number(Double(plugin.description.version)),
      "problems": .array([]),
    ]
  }

  private func json(_ item: PluginCatalog.Item) -> JSONValue {
    [
      "id": .string(item.id),
      "kind": (item.found.manifest?.description.kind.rawValue).map(JSONValue.string) ?? .null,
      "file": .string(item.found.file),
      "foundIn": .string(item.place.words),
      "version": item.found.manifest.map { .number(Double($0.description.version)) } ?? .null,
      "problems": .array(
        item.problems.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] }),
    ]
  }

  private func describe(_ installation: Installation) throws(RenderError) {
    let name = invocation.operands(Self.plugin).first ?? ""
    if let builtIn = PluginRegistry.builtIn.plugin(name) {
      return Terminal.print(PluginWriter(builtIn).text(json: invocation.isOn(Self.json)))
    }
    let manifest = try manifest(installation)
    let text = PluginWriter(manifest.description).text(json: invocation.isOn(Self.json))
    guard !invocation.isOn(Self.json) else { return Terminal.print(text) }
    Terminal.print(
      """
      \(manifest.name), by \(manifest.author), license \(manifest.licence)
        folder: \(manifest.folder)
        carrier: \(manifest.carrier.word) (\(manifest.carrier.file))
        makes: \(manifest.output.rawValue)

      """ + text)
  }

  /// Returns the plugin with the given ID or folder.
  ///
  /// - Throws: The first error of the plugin, after the other errors have been reported.
  func manifest(_ installation: Installation) throws(RenderError) -> PluginManifest {
    let name = invocation.operands(Self.plugin).first ?? ""
    let isQualified =
      ContentIndex.pack(of: name).map(ContentFolder.packs.contains) ?? false
    let isFolder = name.contains("/") && !isQualified || name == "." || name == ".."
    let found: (problems: [RenderError], manifest: PluginManifest?)
    if isFolder || FolderList.exists(name + "/" + PluginManifest.fileName) {
      let read = ManifestReader.read(folder: name)
      var problems = read.problems
      if problems.isEmpty, let reason = PluginCatalog.clash(of: read, with: .builtIn) {
        problems.append(reason)
      }
      found = (problems, read.manifest)
    } else {
      let catalog = try arguments.catalog(installation)
      guard let item = catalog.item(name) else {
        throw .noPlugin(name, known: catalog.items.map(\.id))
      }
      found = (item.problems, item.usable)
    }
    for problem in found.problems.dropFirst() { Terminal.report(problem) }
    if let problem = found.problems.first { throw problem }
    guard let manifest = found.manifest else { throw .noPlugin(name, known: []) }
    return manifest
  }

  // MARK: - Creating and installing

  private func new(_ installation: Installation) throws(RenderError) {
    let kind = invocation.value(of: Self.kind).flatMap(PluginDescription.Kind.init(rawValue:))
    let language = invocation.value(of: Self.language).flatMap(StarterLanguage.init(rawValue:))
    let made = try PluginStarter(installation: installation, builtIn: .builtIn).make(
      invocation.operands(Self.name).first ?? "", kind: kind ?? .layout,
      language: language ?? .python)
    let path = made.folder.contains("/") ? made.folder : "./" + made.folder
    let word = ShellWord.quoted(path)
    let example = ShellWord.quoted("\(path)/\(made.example.path)")
    let build = made.needsBuild ? "  make -C \(word)\n" : ""
    let picture = ShellWord.quoted(Files.name(of: made.folder) + ".png")
    Terminal.print(made.files.joined(separator: "\n"))
    Terminal.print(
      """

      To render its example:

      \(build)  wallfarm render --plugins \(word) --\(made.example.option) \(example) \\
          --device iphone15 --output \(picture)

      To render it on the smallest and the largest screen, and to test it:

        wallfarm plugin run \(word)
        make -C \(word) test
      """)
  }

  private func check(_ installation: Installation) throws(RenderError) -> ExitStatus {
    let manifest = try manifest(installation)
    let checker = try PluginChecker(
      manifest, settings: try arguments.isolatedSettings(), installation: installation)
    let findings = checker.run()
    if invocation.isOn(Self.json) {
      Terminal.print(JSONValue.array(findings.map(json)).text(pretty: true))
    } else {
      for finding in findings { tell(finding) }
      let wrong = findings.count { $0.isWrong }
      Terminal.print(
        wrong == 0
          ? "\(manifest.id): all \(counted(findings.count, "test")) passed"
          : "\(manifest.id): \(wrong) of \(counted(findings.count, "test")) failed")
    }
    return findings.contains(where: \.isWrong) ? .failure : .success
  }

  private func tell(_ finding: PluginFinding) {
    switch finding.result {
    case .good(let facts): Terminal.printFinding("ok       \(finding.trial): \(facts)")
    case .refused(let why): Terminal.printFinding("rejected \(finding.trial): \(why.message)")
    case .doubtful(let why): Terminal.printFinding("warning  \(finding.trial): \(why)")
    case .wrong(let why):
      Terminal.printFinding(
        "error    \(finding.trial): \(why.code.rawValue): \(why.message)"
          + (why.hint.map { "\n         hint: \($0)" } ?? "")
          + (why.said.isEmpty ? "" : "\n         output:")
          + why.said.map { "\n           \($0)" }.joined())
    }
  }

  private func json(_ finding: PluginFinding) -> JSONValue {
    let (word, text, code, said): (String, String, String?, [String]) =
      switch finding.result {
      case .good(let facts): ("good", facts, nil, [])
      case .refused(let why): ("refused", why.message, why.code.rawValue, [])
      case .doubtful(let why): ("doubtful", why, nil, [])
      case .wrong(let why): ("wrong", why.message, why.code.rawValue, why.said)
      }
    return [
      "trial": .string(finding.trial), "result": .string(word), "text": .string(text),
      "code": code.map(JSONValue.string) ?? .null, "said": .array(said.map(JSONValue.string)),
    ]
  }

  private func add() throws(RenderError) {
    let keeper = try PluginKeeper(builtIn: .builtIn)
    let path = try keeper.add(invocation.operands(Self.folder).first ?? "")
    Terminal.printLine("\(path)  installed")
  }

  private func remove() throws(RenderError) {
    let keeper = try PluginKeeper(builtIn: .builtIn)
    let path = try keeper.remove(invocation.operands(Self.plugin).first ?? "")
    Terminal.printLine("\(path) deleted")
  }
}

extension PluginManifest.Carrier {
  /// The kind of code in the plugin, for output: a library, or a program with its interpreter, if
  /// any.
  fileprivate var word: String {
    switch self {
    case .program(_, let runner): runner.map { "program (\($0))" } ?? "program"
    case .library: "library"
    }
  }
}

extension RenderError {
  fileprivate static func noPlugin(_ name: String, known: [String]) -> RenderError {
    RenderError(
      .unknownPlugin, "no external plugin is named '\(name)'", origin: .argument("plugin"),
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "name its folder, such as ./\(name), or a plugin from 'wallfarm plugin list'")
  }
}
