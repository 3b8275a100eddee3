import Arguments
import WallfarmCore

/// `wallfarm manual`: prints the man page.
struct ManualVerb: CommandVerb {
  static let command = Command(
    "manual", summary: "Print the man page in roff.",
    discussion: "  wallfarm manual | man -l -")

  let invocation: Invocation

  func run() -> ExitStatus {
    Terminal.print(
      CommandTree.root.manPage(version: Wallfarm.version, date: Wallfarm.releaseDate))
    return .success
  }
}
