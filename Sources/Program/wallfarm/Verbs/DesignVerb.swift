import Arguments
import Authoring
import Designs
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm theme` and `wallfarm template`: dispatch to the verbs for themes and templates.
struct DesignVerb: Verb {
  static let themeName = Operand(
    "name", completion: .shellCommand("wallfarm theme list --names"),
    summary: "Name of a theme, or path of its file.")
  static let templateName = Operand(
    "name", completion: .shellCommand("wallfarm template list --names"),
    summary: "Name of a template, or path of its folder.")

  static let theme = Command(
    "theme", summary: "List, create, check, show and manage themes.",
    subcommands: [
      ListVerb.command("List all themes."), NewVerb.theme,
      Command(
        "show", summary: "Show every token of a theme with its value and source.",
        discussion: """
            wallfarm theme show midnight
            wallfarm theme show ./harbour.json --device ipad10 --variant dark
          """,
        accepts: [
          .operand(themeName), .option(DescribeVerb.device), .option(DescribeVerb.variant),
          .flag(ListVerb.json),
        ]),
      CheckVerb.command(of: .theme), GalleryVerb.command, ThemeKeeperVerb.add,
      ThemeKeeperVerb.copy, ThemeKeeperVerb.remove,
    ])
  static let template = Command(
    "template", summary: "List, create, check and show templates.",
    subcommands: [
      ListVerb.command("List all templates."), NewVerb.template,
      Command(
        "show", summary: "Show the parameters of a template and its plugins.",
        discussion: "  wallfarm template show countdown",
        accepts: [.operand(templateName), .flag(ListVerb.json)] + PluginOptions.finding),
      CheckVerb.command(of: .template),
    ])

  static let commands = [theme, template]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "list": try ListVerb(invocation).run()
    case "new": try NewVerb(invocation).run()
    case "check": try CheckVerb(invocation).run()
    case "show": try show()
    case "add", "copy", "remove": try ThemeKeeperVerb(invocation).run()
    default: try GalleryVerb(invocation).run()
    }
  }

  /// Shows one design in the format of `describe`.
  private func show() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let writer = DesignWriter(
      designs: DesignLibrary(installation: installation), isJSON: invocation.isOn(ListVerb.json))
    let name = invocation.operands(Self.themeName).first ?? ""
    if invocation.path.first == "theme" {
      let describe = DescribeVerb(invocation)
      Terminal.print(
        try writer.text(theme: name, on: try describe.themeDevice(), as: try describe.look()))
    } else {
      let plugins = try PluginArguments(invocation).registry(installation)
      Terminal.print(try writer.text(template: name, plugins))
    }
    return .success
  }
}
