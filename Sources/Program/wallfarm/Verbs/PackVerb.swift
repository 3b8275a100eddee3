import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import Packs
import Pages
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm pack`: makes, checks, installs, lists and removes packs.
struct PackVerb: Verb {
  static let source = Operand(
    "folder", completion: .directories,
    summary: "Folder with pack.json, themes, templates, fonts and other files.")
  static let file = Operand(
    "file", completion: .files(extensions: ["zip"]), summary: "Pack file.")
  static let checked = Operand(
    "file|pack", completion: .files(extensions: ["zip"]),
    summary: "Pack file, or name of an installed pack.")
  static let name = Operand(
    "pack", completion: .shellCommand("wallfarm pack list --names"),
    summary: "Name of an installed pack.")
  static let output = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["zip"]),
    summary: "Pack file to write. Default: NAME-VERSION.zip in the current folder.")
  static let replace = Flag(
    "replace", summary: "Replace an installed pack of the same or a newer version.")
  static let plugins = Flag(
    "plugins", summary: "Install a pack that contains plugins, whose code runs on this machine.")

  static let runsPlugins = Flag(
    "plugins",
    summary: "Run the plugins of the pack, to render the previews of the themes that use them.")

  static let folder = Operand(
    "folder", completion: .directories,
    summary: "Folder to create; its name is the name of the pack.")
  static let themes = Operand(
    "theme", repeats: true, completion: .files(extensions: ["json"]),
    summary: "Theme files to copy into the pack, with the files that they name.")
  static let author = Option("author", value: "name", summary: "Author of the pack.")
  static let license = Option(
    "license", value: "license",
    summary: "License of the pack: an SPDX identifier, such as CC-BY-4.0.")

  static let commands = [
    Command(
      "pack", summary: "Make, check and install packs of themes, templates, fonts and images.",
      discussion: """
          wallfarm pack new harbour dusk.json --author Ada --license CC-BY-4.0
          wallfarm pack make ./harbour
          wallfarm pack add harbour-1.0.0.zip
          wallfarm render --theme harbour/dusk --device iphone15 --note 'Buy milk'
        """,
      subcommands: [
        Command(
          "new", summary: "Create the folder of a pack from theme files.",
          discussion: "The command writes pack.json, and copies the themes with the fonts, images, "
            + "photos and themes that they name. It does not replace an existing folder.",
          accepts: [.operand(folder), .operand(themes), .option(author), .option(license)]),
        Command(
          "make", summary: "Check a folder and write it as a pack file.",
          discussion: "A folder with errors is refused. Private tags are removed from photos, and "
            + "previews and a score sheet are added.",
          accepts: [
            .operand(source), .option(output), .flag(runsPlugins), .flag(ListVerb.json),
          ]),
        Command(
          "check",
          summary: "Verify and check a pack file without installing it, or an installed pack.",
          accepts: [.operand(checked), .flag(ListVerb.json)]),
        Command(
          "add", summary: "Install a pack file for this user.",
          accepts: [.operand(file), .flag(replace), .flag(plugins)]),
        ListVerb.command("List the installed packs with their content."),
        Command(
          "remove", summary: "Remove an installed pack.", accepts: [.operand(name)]),
      ])
  ]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "new": try create()
    case "make": try make()
    case "check": try check()
    case "add": try add()
    case "remove": try remove()
    default: try list()
    }
  }

  /// The packs of this user.
  private static func store() throws(RenderError) -> PackStore {
    guard let folder = ContentFolder.packsOfUser else {
      throw RenderError(
        .fileUnreadable, "the folder for packs is unknown", origin: .environment("HOME"),
        hint: "set HOME or XDG_DATA_HOME")
    }
    return PackStore(folder: folder)
  }

  private func create() throws(RenderError) -> ExitStatus {
    let (author, license) = (invocation.value(of: Self.author), invocation.value(of: Self.license))
    guard let author, !author.isEmpty else {
      let more = license == nil ? " --license CC-BY-4.0" : ""
      throw RenderError(
        .invalidParameter, "the pack has no author", origin: .option("author"),
        hint: "add --author 'Your name'" + more)
    }
    guard let license, !license.isEmpty else {
      throw RenderError(
        .invalidParameter, "the pack has no license", origin: .option("license"),
        hint: "add --license and an SPDX identifier, such as CC-BY-4.0")
    }
    let given = invocation.operands(Self.folder).first ?? ""
    let folder = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    let starter = PackStarter(installation: try Installation.findForUser(), plugins: .builtIn)
    let files = try starter.write(
      folder, author: author, license: license, themes: invocation.operands(Self.themes))
    for file in files { Terminal.print(file) }
    Terminal.print("")
    Terminal.print("To make the pack: wallfarm pack make \(ShellWord.quoted(folder))")
    return .success
  }

  private func make() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let limits = PluginLimits()
    let maker = PackMaker(
      installation: installation, plugins: .builtIn,
      settings: PluginHostSettings(
        limits: limits, isolation: PluginArguments.isolation(limits)),
      runsPlugins: invocation.isOn(Self.runsPlugins))
    switch try maker.make(invocation.operands(Self.source).first ?? "") {
    case .refused(let problems, let warnings):
      tell(problems, warnings)
      Terminal.reportLine("no pack was made; an older pack file is unchanged")
      return .failure
    case .made(let pack):
      let output = invocation.value(of: Self.output) ?? pack.fileName
      let folder = invocation.operands(Self.source).first ?? ""
      guard output.hasSuffix(".zip"), !FolderList.contains(output, in: folder) else {
        throw RenderError(
          .outputPattern, "'\(output)' cannot be the pack file", origin: .option("output"),
          hint: "name a file outside the folder of the pack, with the extension .zip")
      }
      try pack.write(to: output, origin: .option("output"))
      tell([], pack.warnings)
      if invocation.isOn(ListVerb.json) {
        Terminal.print(pack.score.json.text(pretty: true))
      } else {
        Terminal.print(output)
        for line in pack.score.lines { Terminal.print("  \(line)") }
      }
      return .success
    }
  }

  /// Reads and checks the pack file of an argument; `nil` if it has errors, which are printed.
  private func read(_ file: String) throws(RenderError) -> PackArchive? {
    let installation = try Installation.find()
    var (pack, problems) = PackArchive.read(file)
    var warnings: [RenderWarning] = []
    if let found = pack {
      let check = try found.check(installation, .builtIn)
      (problems, warnings) = (check.problems, check.warnings)
      let unsupported = found.manifest.unsupported(origin: .argument(Self.file.name))
      problems += unsupported.map { [$0] } ?? []
      if !problems.isEmpty { pack = nil }
    }
    report(file, pack?.manifest, problems, warnings)
    return pack
  }

  /// Prints the result of a check, as JSON or as errors and warnings.
  private func report(
    _ file: String, _ manifest: PackManifest?, _ problems: [RenderError],
    _ warnings: [RenderWarning]
  ) {
    guard invocation.isOn(ListVerb.json) else { return tell(problems, warnings) }
    let report: JSONValue = [
      "file": .string(file), "valid": .bool(problems.isEmpty), "pack": manifest?.json ?? .null,
      "problems": .array(problems.map(\.json) + warnings.map(\.json)),
    ]
    Terminal.print(report.text(pretty: true))
  }

  private func check() throws(RenderError) -> ExitStatus {
    let file = invocation.operands(Self.checked).first ?? ""
    // A name such as `harbour` is an installed pack, unless there is a file with this name; a folder
    // is not a pack file.
    if PackManifest.isName(file), Files.kind(of: file) != .regular {
      return try check(installed: file)
    }
    guard let pack = try read(file) else { return .failure }
    if !invocation.isOn(ListVerb.json) {
      let manifest = pack.manifest
      Terminal.print("\(file): valid (\(manifest.name) \(manifest.version) by \(manifest.author))")
      let plugins = manifest.content.plugins
      if !plugins.isEmpty {
        Terminal.print(
          "  contains plugins, so 'pack add' needs --plugins: \(plugins.joined(separator: ", "))")
      }
    }
    return .success
  }

  /// Compares the files of an installed pack with its manifest.
  private func check(installed name: String) throws(RenderError) -> ExitStatus {
    let pack = try Self.store().installed(name, origin: .argument(Self.checked.name))
    let problems = try pack.damage()
    report(pack.path, pack.manifest, problems, [])
    guard problems.isEmpty else { return .failure }
    if !invocation.isOn(ListVerb.json) {
      let manifest = pack.manifest
      Terminal.print("\(pack.path): valid (\(name) \(manifest.version) by \(manifest.author))")
    }
    return .success
  }

  private func add() throws(RenderError) -> ExitStatus {
    let store = try Self.store()
    guard let pack = try read(invocation.operands(Self.file).first ?? "") else { return .failure }
    let consent = PackStore.Consent(
      replaces: invocation.isOn(Self.replace), acceptsPlugins: invocation.isOn(Self.plugins))
    let installed = try store.add(pack, consent, origin: .argument(Self.file.name))
    Terminal.print(
      "installed \(installed.manifest.name) \(installed.manifest.version) in \(installed.path)")
    for (kind, names) in installed.content {
      Terminal.print("  \(kind): \(names.joined(separator: ", "))")
    }
    return .success
  }

  private func list() throws(RenderError) -> ExitStatus {
    let (packs, problems) = try Self.store().all
    for problem in problems { Terminal.report(problem) }
    if invocation.isOn(ListVerb.names) {
      for pack in packs { Terminal.printLine(pack.manifest.name) }
      return problems.isEmpty ? .success : .failure
    }
    let damaged = packs.map { (try? $0.damage().isEmpty) != true }
    ListVerb(invocation).show(
      Table(
        ["name", "version", "state", "author", "license", "content", "summary"],
        zip(packs, damaged).map { pack, isDamaged in
          [
            .text(pack.manifest.name), .text(pack.manifest.version.description),
            .text(isDamaged ? "damaged" : "intact"), .text(pack.manifest.author),
            .text(pack.manifest.license),
            .list(
              pack.content.map { kind, names in
                counted(names.count, String(kind.dropLast()))
              }),
            .text(pack.manifest.summary),
          ]
        },
        facts: packs.map { pack in
          [
            "path": .string(pack.path),
            "items": .object(
              Dictionary(
                uniqueKeysWithValues: pack.content.map { kind, names in
                  (kind, .array(names.map(JSONValue.string)))
                })),
          ]
        }))
    for (pack, isDamaged) in zip(packs, damaged) where isDamaged {
      Terminal.note("'wallfarm pack check \(pack.manifest.name)' names the damaged files")
    }
    return problems.isEmpty ? .success : .failure
  }

  private func remove() throws(RenderError) -> ExitStatus {
    let name = invocation.operands(Self.name).first ?? ""
    try Self.store().remove(name, origin: .argument(Self.name.name))
    Terminal.print("removed \(name)")
    return .success
  }

  private func tell(_ problems: [RenderError], _ warnings: [RenderWarning]) {
    for problem in problems { Terminal.report(problem) }
    for warning in warnings { Terminal.report(warning) }
  }
}
