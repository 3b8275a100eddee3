import Arguments
import Testing

/// Tests a command that has a default verb.
@Suite struct StandardVerbTests {
  private static let number = Option("number", short: "n", value: "n", summary: "")
  private static let root = Command(
    "sample", summary: "",
    subcommands: [
      Command(
        "cook", summary: "", accepts: [.option(number)],
        subcommands: [Command("recipe", summary: ""), Command("shop", summary: "")],
        standard: "recipe")
    ])

  private func outcome(_ words: String) throws(UsageError) -> Outcome {
    try Self.root.parse(words.split(separator: " ").map(String.init), version: "1")
  }

  @Test(arguments: ["cook -n 3", "cook recipe -n 3", "cook -n 3 recipe"])
  func optionsAloneRunIt(_ words: String) throws {
    guard case .run(let invocation) = try outcome(words) else {
      Issue.record("nothing is run: \(words)")
      return
    }
    #expect(invocation.path == ["cook", "recipe"])
    #expect(invocation.value(of: Self.number) == "3")
  }

  @Test func anotherVerbIsRunByItsName() throws {
    guard case .run(let invocation) = try outcome("cook -n 3 shop") else {
      Issue.record("nothing is run")
      return
    }
    #expect(invocation.path == ["cook", "shop"])
  }

  @Test func withoutAnythingItIsHelp() throws {
    guard case .help(let text) = try outcome("cook") else {
      Issue.record("no help is shown")
      return
    }
    #expect(text.contains("USAGE: sample cook [<options>] [<subcommand>]"))
  }
}
