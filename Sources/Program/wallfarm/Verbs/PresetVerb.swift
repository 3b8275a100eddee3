import Arguments
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset`: dispatches to the verbs of lock screen presets.
struct PresetVerb: CommandVerb {
  static let command = Command(
    "preset", summary: "Show shortcuts and number cards for lock screen wallpapers.",
    subcommands: verbs.commands)

  private static let verbs: [any Verb.Type] = [PresetLinkVerb.self, PresetCardsVerb.self]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    try Self.verbs.run(invocation.path.last, invocation)
  }
}
