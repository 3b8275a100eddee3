import Arguments
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset`: dispatches to the verbs of lock screen presets.
struct PresetVerb {
  static let command = Command(
    "preset", summary: "Show what goes with a place on the lock screen, 1 to 20.",
    subcommands: [PresetLinkVerb.command, PresetCardsVerb.command])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    invocation.path.last == "cards"
      ? try PresetCardsVerb(invocation).run() : try PresetLinkVerb(invocation).run()
  }
}
