import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import Pages
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm theme new` and `template new`: write a starter design that renders.
struct NewVerb {
  static let name = Operand(
    "name", completion: .files(extensions: ["json"]),
    summary: "Name of the theme, or path of the new file.")
  static let base = Option(
    "extends", value: "theme", completion: .shellCommand("wallfarm theme list --names"),
    summary: "Base theme; the new theme contains only the differences.")

  static let starter = Option(
    "starter", value: "kind", default: ThemeStarter.plain.rawValue,
    allowed: ThemeStarter.allCases.map(\.rawValue),
    summary: "Design of the new theme.")

  static let theme = Command(
    "new", summary: "Create a theme that is ready to render: NAME.json.",
    discussion: """
      The command also writes a schema for editors. It does not replace existing files.

        wallfarm theme new harbour
        wallfarm theme new dusk --extends midnight
        wallfarm theme new journal --starter editorial
      """,
    accepts: [.operand(name), .option(base), .option(starter)])
  static let template = Command(
    "new", summary: "Create a template that is ready to render: NAME/template.json.",
    discussion: """
      The command also writes a schema for editors. It does not replace existing files.

        wallfarm template new shout
      """, accepts: [.operand(name)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let name = invocation.operands(Self.name).first ?? ""
    let starter = Starter(plugins: .builtIn)
    if invocation.path.first == "template" {
      let made = try starter.template(name)
      tell(made, "--template", path(String(made.file.dropLast("/template.json".count))))
    } else {
      let base = invocation.value(of: Self.base)
      let designs = DesignLibrary(installation: try .findForUser())
      let isName = base.map {
        designs.isQualified($0) || !$0.contains("/") && !$0.hasSuffix(".json")
      }
      if let base, isName == true, !isBeside(base, name) {
        do throws(RenderError) {
          _ = try designs.theme(base)
        } catch {
          var problem = error
          if problem.code == .unknownTheme { problem.origin = .option("extends") }
          throw problem
        }
      }
      let kind = invocation.value(of: Self.starter).flatMap(ThemeStarter.init(rawValue:))
      if base != nil, kind != nil {
        throw .excluding(
          .option("starter"), "--extends",
          hint: "omit one of them: a theme that extends another has its design")
      }
      let made = try starter.theme(
        name, extending: base, isPackName: base.map(designs.isQualified) ?? false,
        as: kind ?? .plain)
      tell(made, "--theme", path(made.file))
    }
    return .success
  }

  /// Returns whether the base theme is in the new theme's folder, which is searched before all
  /// other folders.
  private func isBeside(_ base: String, _ name: String) -> Bool {
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    return FolderList.exists("\(folder)\(base).json")
  }

  /// Returns a path that cannot be mistaken for the name of a built-in design.
  private func path(_ name: String) -> String { name.contains("/") ? name : "./" + name }

  private func tell(_ made: Starter.Made, _ option: String, _ path: String) {
    let word = ShellWord.quoted(path)
    Terminal.print(
      """
      \(made.file)
      \(made.schema)

      To render it now and whenever you save it:

        wallfarm render \(option) \(word) --device iphone15 --note 'Buy milk' --watch

      To check it: wallfarm check \(word)
      """)
  }
}
