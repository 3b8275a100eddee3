import Arguments
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm theme` and `wallfarm template`: looks and arrangements, and how to make some.
struct DesignVerb {
  static let theme = Command(
    "theme", summary: "List, start, check and show themes.",
    subcommands: [
      ListVerb.command("Show the themes there are."), NewVerb.theme,
      CheckVerb.command(of: .theme), GalleryVerb.command,
    ])
  static let template = Command(
    "template", summary: "List, start and check templates.",
    subcommands: [
      ListVerb.command("Show the templates there are."), NewVerb.template,
      CheckVerb.command(of: .template),
    ])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "list": try ListVerb(invocation).run()
    case "new": try NewVerb(invocation).run()
    case "check": try CheckVerb(invocation).run()
    default: try GalleryVerb(invocation).run()
    }
  }
}
