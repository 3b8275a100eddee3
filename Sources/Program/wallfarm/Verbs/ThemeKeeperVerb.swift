import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm theme add`, `copy` and `remove`: manage the themes in the user's folder.
struct ThemeKeeperVerb {
  static let file = Operand(
    "file", completion: .files(extensions: ["json"]),
    summary: "Theme file; its name without .json becomes the name of the theme.")
  static let replace = Flag(
    "replace", summary: "Replace your existing theme with the same name.")
  static let new = Operand("new", summary: "Name of the new theme.")
  private static let own = Operand(
    "name", completion: .shellCommand("wallfarm theme list --names"),
    summary: "Name of one of your themes.")

  static let add = Command(
    "add", summary: "Check a theme, and copy it into the folder of your themes.",
    discussion: """
      The photos, images and fonts of the theme and the themes that it extends by path are also
      copied; they must be in the folder of the theme. Every command then accepts the theme's name.

        wallfarm theme add harbour.json
        wallfarm render --theme harbour --device iphone15 --note 'Buy milk'
      """,
    accepts: [.operand(file), .flag(replace)] + PluginOptions.finding)
  static let copy = Command(
    "copy", summary: "Copy a theme to a new theme that you can edit.",
    discussion: "  wallfarm theme copy midnight my-midnight",
    accepts: [.operand(DesignVerb.themeName), .operand(new)] + PluginOptions.finding)
  static let remove = Command(
    "remove", summary: "Delete one of your themes with its files.", accepts: [.operand(own)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    switch invocation.path.last {
    case "add": return try add(installation)
    case "copy": try copy(installation)
    default: try remove(installation)
    }
    return .success
  }

  private func add(_ installation: Installation) throws(RenderError) -> ExitStatus {
    let plugins = try PluginArguments(invocation).registry(installation)
    let keeper = try ThemeKeeper(installation: installation, plugins: plugins)
    let file = invocation.operands(Self.file).first ?? ""
    if PipedFile.input(file) == nil, file.hasSuffix(".json") {
      let checks = try FileReports(installation: installation, plugins: plugins)
      let report = CheckVerb.expecting(.theme, in: file, try checks.report(on: file))
      CheckVerb.report(report)
      guard report.problems.isEmpty else {
        Terminal.report("\(file) was not added")
        return report.problems.first.map { ExitStatus($0.code) } ?? .failure
      }
    }
    let added = try keeper.add(file, replaces: invocation.isOn(Self.replace))
    tell(added.file, added.name)
    return .success
  }

  private func copy(_ installation: Installation) throws(RenderError) {
    let plugins = try PluginArguments(invocation).registry(installation)
    let keeper = try ThemeKeeper(installation: installation, plugins: plugins)
    let name = invocation.operands(Self.new).first ?? ""
    tell(try keeper.copy(invocation.operands(DesignVerb.themeName).first ?? "", as: name), name)
  }

  private func remove(_ installation: Installation) throws(RenderError) {
    let keeper = try ThemeKeeper(installation: installation, plugins: .builtIn)
    let removed = try keeper.remove(invocation.operands(Self.own).first ?? "")
    for path in removed.paths { Terminal.printLine("\(path) deleted") }
    for name in removed.dependents {
      Terminal.report("the theme '\(name)' extends the deleted theme and is now invalid")
    }
  }

  private func tell(_ file: String, _ name: String) {
    Terminal.print(
      """
      \(file)

      To render it:

        wallfarm render --theme \(name) --device iphone15 --note 'Buy milk'
      """)
  }
}
