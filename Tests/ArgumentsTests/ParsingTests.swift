import Arguments
import Testing

@Suite struct ParsingTests {
  @Test(arguments: OptionCase.all)
  func understandsEverySpellingOfAnOption(_ example: OptionCase) throws {
    let invocation = try run(["render"] + example.arguments)

    #expect(invocation.path == ["render"])
    #expect(invocation.values(of: Sample.note) == example.notes)
    #expect(invocation.value(of: Sample.output) == example.output)
  }

  @Test(arguments: FlagCase.all)
  func understandsEverySpellingOfAFlag(_ example: FlagCase) throws {
    let invocation = try run(["render"] + example.arguments)

    #expect(invocation.isOn(Sample.widgets) == example.widgets)
    #expect(invocation.isOn(Sample.force) == example.force)
  }

  @Test func tellsAFlagThatWasNotMentionedFromOneThatWas() throws {
    #expect(try run(["render"]).given(Sample.widgets) == nil)
    #expect(try run(["render", "--no-widgets"]).given(Sample.widgets) == false)
    #expect(try run(["render", "--widgets"]).given(Sample.widgets) == true)
  }

  @Test func leavesDefaultsOfOptionsToTheCaller() throws {
    #expect(try run(["render"]).value(of: Sample.template) == nil)
  }

  @Test func answersWithTheLastValueOfAnOptionThatRepeats() throws {
    #expect(try run(["render", "-n", "a", "-n", "b"]).value(of: Sample.note) == "b")
  }

  @Test(arguments: OperandCase.all)
  func givesOperandsTheirPlaces(_ example: OperandCase) throws {
    let invocation = try run(["batch"] + example.arguments)

    #expect(invocation.operands(Sample.jobs) == [example.jobs])
    #expect(invocation.operands(Sample.tags) == example.tags)
    #expect(invocation.isOn(Sample.force) == example.force)
  }

  @Test(arguments: [
    ["-q", "queue", "--folder", "list", "list"], ["queue", "-q", "--folder=list", "list"],
    ["queue", "list", "--folder", "list", "-q"],
  ])
  func acceptsOptionsOfAParentBeforeAndAfterTheSubcommand(_ arguments: [String]) throws {
    let invocation = try run(arguments)

    #expect(invocation.path == ["queue", "list"])
    #expect(invocation.isOn(Sample.quiet))
    #expect(invocation.value(of: Sample.folder) == "list")
  }

  @Test func prefersTheDeclarationNearestToTheCommand() throws {
    let near = Option("level", short: "l", value: "text", summary: "Near.")
    let far = Flag("loud", short: "l", summary: "Far.")
    let root = Command(
      "tool", summary: "", accepts: [.flag(far)],
      subcommands: [Command("run", summary: "", accepts: [.option(near)])])

    guard case .run(let invocation) = try root.parse(["run", "-l", "x"], version: "1") else {
      Issue.record("expected a run")
      return
    }
    #expect(invocation.value(of: near) == "x")
  }

  @Test func aProgramWithoutSubcommandsRunsItself() throws {
    guard case .run(let invocation) = try Sample.batch.parse(["a.json"], version: "1") else {
      Issue.record("expected a run")
      return
    }
    #expect(invocation.path == [])
    #expect(invocation.operands(Sample.jobs) == ["a.json"])
  }
}

private func run(_ arguments: [String]) throws -> Invocation {
  struct NotARun: Error { let outcome: Outcome }
  let outcome = try Sample.root.parse(arguments, version: "1.0")
  guard case .run(let invocation) = outcome else { throw NotARun(outcome: outcome) }
  return invocation
}

struct OptionCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  var notes: [String] = []
  var output: String?

  static let all = [
    OptionCase(testDescription: "--name value", arguments: ["--output", "a b"], output: "a b"),
    OptionCase(testDescription: "--name=value", arguments: ["--output=a=b"], output: "a=b"),
    OptionCase(testDescription: "--name= is empty", arguments: ["--output="], output: ""),
    OptionCase(testDescription: "-n value", arguments: ["-o", "a"], output: "a"),
    OptionCase(testDescription: "-nvalue", arguments: ["-oa"], output: "a"),
    OptionCase(testDescription: "-n=value", arguments: ["-o=a"], output: "a"),
    OptionCase(testDescription: "-n= is empty", arguments: ["-o="], output: ""),
    OptionCase(testDescription: "flags, then -n value", arguments: ["-fo", "a"], output: "a"),
    OptionCase(testDescription: "flags, then -nvalue", arguments: ["-fwoa"], output: "a"),
    OptionCase(testDescription: "an empty word", arguments: ["--output", ""], output: ""),
    OptionCase(testDescription: "- alone is a value", arguments: ["--output", "-"], output: "-"),
    OptionCase(testDescription: "a dash after =", arguments: ["--note=-x"], notes: ["-x"]),
    OptionCase(testDescription: "-- after =", arguments: ["--note=--"], notes: ["--"]),
    OptionCase(testDescription: "a dash behind the letter", arguments: ["-n-x"], notes: ["-x"]),
    OptionCase(
      testDescription: "negative numbers", arguments: ["-n", "-5", "--note", "-.5", "-n", "-1e3"],
      notes: ["-5", "-.5", "-1e3"]),
    OptionCase(
      testDescription: "repeats, in order", arguments: ["-n", "1", "--note=2", "-n3"],
      notes: ["1", "2", "3"]),
  ]
}

struct FlagCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  var widgets = true
  var force = false

  static let all = [
    FlagCase(testDescription: "defaults", arguments: []),
    FlagCase(testDescription: "--no-flag", arguments: ["--no-widgets"], widgets: false),
    FlagCase(testDescription: "the last one wins", arguments: ["--no-widgets", "--widgets"]),
    FlagCase(testDescription: "a letter", arguments: ["-f"], force: true),
    FlagCase(testDescription: "letters together", arguments: ["-wfq"], force: true),
    FlagCase(testDescription: "given twice", arguments: ["-f", "--force"], force: true),
  ]
}

struct OperandCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  let jobs: String
  var tags: [String] = []
  var force = false

  static let all = [
    OperandCase(testDescription: "one", arguments: ["a.json"], jobs: "a.json"),
    OperandCase(testDescription: "- alone", arguments: ["-"], jobs: "-"),
    OperandCase(testDescription: "a negative number", arguments: ["-5"], jobs: "-5"),
    OperandCase(
      testDescription: "the last one repeats", arguments: ["a", "red", "green", "red"], jobs: "a",
      tags: ["red", "green", "red"]),
    OperandCase(
      testDescription: "between options", arguments: ["a", "-f", "red"], jobs: "a", tags: ["red"],
      force: true),
    OperandCase(
      testDescription: "after --", arguments: ["--", "-f", "red"], jobs: "-f", tags: ["red"]),
    OperandCase(testDescription: "a second --", arguments: ["--", "--"], jobs: "--"),
    OperandCase(testDescription: "help is a word here", arguments: ["help"], jobs: "help"),
  ]
}
