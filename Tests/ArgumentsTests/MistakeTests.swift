import Arguments
import Testing

/// Tests that mistakes in the declarations of a program are found without running the program.
@Suite struct MistakeTests {
  private static let name = Option("name", short: "n", value: "text", summary: "")
  private static let file = Operand("file", summary: "")
  private static let more = Operand("more", required: false, repeats: true, summary: "")
  private static let run = Command("run", summary: "")

  @Test func aCorrectProgramHasNone() {
    #expect(Sample.root.mistakes.isEmpty)
  }

  @Test(arguments: [
    (Command("a b", summary: ""), "'a b'"),
    (Command("a", summary: "", accepts: [.option(name), .option(name)]), "'--name' twice"),
    (
      Command(
        "a", summary: "",
        accepts: [.option(name), .option(Option("next", short: "n", value: "text", summary: ""))]),
      "'-n' twice"
    ),
    (Command("a", summary: "", accepts: [.flag(Flag("help", summary: ""))]), "'--help' twice"),
    (Command("a", summary: "", subcommands: [run, run]), "'run'"),
    (
      Command("a", summary: "", subcommands: [run, Command("b", aliases: ["run"], summary: "")]),
      "'run'"
    ),
    (Command("a", summary: "", subcommands: [Command("help", summary: "")]), "'help'"),
    (Command("a", summary: "", subcommands: [run], standard: "stop"), "'stop'"),
    (Command("a", summary: "", accepts: [.operand(file)], subcommands: [run]), "both"),
    (Command("a", summary: "", accepts: [.operand(file), .operand(file)]), "'file'"),
    (Command("a", summary: "", accepts: [.operand(more), .operand(more)]), "unreachable"),
    (Command("a", summary: "", accepts: [.operand(more), .operand(file)]), "'file' follows"),
    (Command("a", summary: "", subcommands: [Command("b c", summary: "")]), "'b c'"),
  ])
  func eachMistakeIsNamed(_ command: Command, _ words: String) {
    #expect(command.mistakes.contains { $0.contains(words) }, "\(command.mistakes)")
  }
}
