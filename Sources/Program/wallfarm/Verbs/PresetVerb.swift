import Arguments
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset`: dispatches to the verbs of lock screen presets.
struct PresetVerb: CommandVerb {
  static let command = Command(
    "preset", summary: "Show shortcuts and number cards for the wallpapers of a lock screen.",
    subcommands: verbs.commands)

  private static let verbs: [any Verb.Type] = [PresetLinkVerb.self, PresetCardsVerb.self]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    try Self.verbs.run(invocation.path.last, invocation)
  }
}
