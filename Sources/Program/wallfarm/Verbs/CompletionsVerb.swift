import Arguments

/// `wallfarm completions`: prints the completion script of a shell.
struct CompletionsVerb: CommandVerb {
  static let shell = Operand(
    "shell", allowed: ["bash", "zsh", "fish"], completion: .values(["bash", "zsh", "fish"]),
    summary: "Shell: bash, zsh or fish.")
  static let command = Command(
    "completions", summary: "Print a completion script for a shell.",
    discussion: """
        source <(wallfarm completions bash)
        wallfarm completions fish > ~/.config/fish/completions/wallfarm.fish
      """,
    accepts: [.operand(shell)])

  let invocation: Invocation

  func run() -> ExitStatus {
    switch invocation.operands(Self.shell).first {
    case "zsh": Terminal.print(CommandTree.root.zshCompletion())
    case "fish": Terminal.print(CommandTree.root.fishCompletion())
    default: Terminal.print(CommandTree.root.bashCompletion())
    }
    return .success
  }
}
