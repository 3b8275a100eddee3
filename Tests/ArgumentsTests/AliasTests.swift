import Arguments
import Testing

/// Tests that aliases of options and verbs are accepted, and that help lists only the aliases of
/// verbs.
@Suite struct AliasTests {
  private static let out = Option(
    "output", short: "o", aliases: ["--out", "-w"], value: "file", summary: "The file.")
  private static let root = Command(
    "sample", summary: "",
    subcommands: [
      Command(
        "run", aliases: ["try"], summary: "Run it.", accepts: [.option(out)],
        wordHint: { $0 == "soup" ? "write --output soup" : nil })
    ])

  @Test(arguments: [
    "run --out a", "run --out=a", "try -w a", "run -wa", "try --output a", "run -o a",
  ])
  func anotherSpellingIsTheSameOption(_ words: String) throws {
    let outcome = try Self.root.parse(words.split(separator: " ").map(String.init), version: "1")
    guard case .run(let invocation) = outcome else {
      Issue.record("nothing is run: \(words)")
      return
    }
    #expect(invocation.path == ["run"])
    #expect(invocation.value(of: Self.out) == "a" && invocation.text(named: "output") == "a")
  }

  @Test func twoSpellingsAreOneOption() {
    let error = #expect(throws: UsageError.self) {
      try Self.root.parse(["run", "--out", "a", "--output", "b"], version: "1")
    }
    #expect(error?.code == "repeated-option")
  }

  @Test func helpShowsOneSpellingOfAnOptionAndAllOfAVerb() {
    let verbs = Self.root.help(for: [])
    #expect(verbs.contains("run, try"))
    let help = Self.root.help(for: ["run"])
    #expect(help.contains("--output") && !help.contains("--out ") && !help.contains("-w"))
  }

  @Test func aMisspeltOptionIsComparedWithWhatIsShown() {
    let error = #expect(throws: UsageError.self) {
      try Self.root.parse(["run", "--outptu", "a"], version: "1")
    }
    #expect(error?.hint?.contains("'--output'") == true)
  }

  @Test func aWordWithoutAPlaceGetsTheHintOfItsVerb() {
    for (word, hint) in [("soup", "write --output soup"), ("salad", nil)] {
      let error = #expect(throws: UsageError.self) {
        try Self.root.parse(["run", word], version: "1")
      }
      #expect(error?.code == "unexpected-argument" && error?.hint == hint)
    }
  }
}
