import Arguments
import Testing

@Suite struct UsageErrorTests {
  @Test(arguments: ErrorCase.all)
  func saysWhatIsWrongWhereAndWhatToTry(_ example: ErrorCase) throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.root.parse(example.arguments, version: "1.0")
    }

    #expect(error.code == example.code)
    #expect(error.message == example.message)
    #expect(error.origin.typed == example.origin)
    #expect(error.hint == example.hint)
    #expect(error.usage == example.usage)
  }

  @Test func printsTheFactsAndWhereToReadMore() throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.root.parse(["render", "--tempalte=lock"], version: "1.0")
    }

    #expect(
      "\(error)" == """
        error[unknown-option]: unknown option '--tempalte'
          in: --tempalte
          hint: did you mean '--template'?
        Usage: sample render [<options>]
          See 'sample render --help' for more information.
        """)
  }
}

struct ErrorCase: Sendable, CustomTestStringConvertible {
  let code: String
  let testDescription: String
  let arguments: [String]
  let message: String
  let origin: String
  var hint: String?
  var usage = "sample render [<options>]"

  static let all = unknown + values + words

  static let unknown = [
    ErrorCase(
      code: "unknown-option", testDescription: "a misspelt option",
      arguments: ["render", "--tempalte", "lock"], message: "unknown option '--tempalte'",
      origin: "--tempalte", hint: "did you mean '--template'?"),
    ErrorCase(
      code: "unknown-option", testDescription: "an option like no other",
      arguments: ["render", "--xyzzy"], message: "unknown option '--xyzzy'", origin: "--xyzzy"),
    ErrorCase(
      code: "unknown-option", testDescription: "--no- before a flag that has no opposite",
      arguments: ["render", "--no-force"], message: "unknown option '--no-force'",
      origin: "--no-force"),
    ErrorCase(
      code: "unknown-option", testDescription: "one dash before a long name",
      arguments: ["render", "-quiet"], message: "unknown option '-u' in '-quiet'",
      origin: "-quiet", hint: "did you mean '--quiet'?"),
    ErrorCase(
      code: "unknown-option", testDescription: "a letter in the wrong case",
      arguments: ["render", "-T", "lock"], message: "unknown option '-T'", origin: "-T",
      hint: "did you mean '-t'?"),
    ErrorCase(
      code: "unknown-option", testDescription: "a letter among others",
      arguments: ["render", "-fx"], message: "unknown option '-x' in '-fx'", origin: "-fx"),
    ErrorCase(
      code: "unknown-option", testDescription: "an option of a subcommand before it",
      arguments: ["--template", "lock", "render"], message: "unknown option '--template'",
      origin: "--template", hint: "did you mean 'sample render --template'?",
      usage: "sample [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "a misspelt subcommand",
      arguments: ["rendr"], message: "unknown subcommand 'rendr'", origin: "rendr",
      hint: "did you mean 'render'?", usage: "sample [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "a misspelt subcommand, asking for its help",
      arguments: ["queue", "lits", "--help"], message: "unknown subcommand 'lits'", origin: "lits",
      hint: "did you mean 'list'?", usage: "sample queue [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "help of a misspelt subcommand",
      arguments: ["help", "queue", "xyzzy"], message: "unknown subcommand 'xyzzy'",
      origin: "xyzzy", usage: "sample queue [<options>] <subcommand>"),
  ]

  static let values = [
    ErrorCase(
      code: "missing-value", testDescription: "nothing after an option",
      arguments: ["render", "--output"], message: "missing value for '--output <path>'",
      origin: "--output"),
    ErrorCase(
      code: "missing-value", testDescription: "nothing after an option with known values",
      arguments: ["render", "--format"], message: "missing value for '--format <format>'",
      origin: "--format", hint: "one of: png, jpeg"),
    ErrorCase(
      code: "missing-value", testDescription: "a dash where the value belongs",
      arguments: ["render", "--note", "-text"], message: "missing value for '--note <text>'",
      origin: "--note", hint: "if '-text' is the value, write '--note=-text'"),
    ErrorCase(
      code: "missing-value", testDescription: "a dash after a letter",
      arguments: ["render", "-fn", "--widgets"], message: "missing value for '-n <text>'",
      origin: "-n", hint: "if '--widgets' is the value, write '-n--widgets'"),
    ErrorCase(
      code: "missing-value", testDescription: "-- where the value belongs",
      arguments: ["render", "--note", "--", "x"], message: "missing value for '--note <text>'",
      origin: "--note", hint: "if '--' is the value, write '--note=--'"),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a flag",
      arguments: ["render", "--force=yes"], message: "'--force' is on or off and takes no value",
      origin: "--force=yes", hint: "write '--force'"),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a flag that inverts",
      arguments: ["render", "--widgets=no"],
      message: "'--widgets' is on or off and takes no value", origin: "--widgets=no",
      hint: "write '--widgets' or '--no-widgets'"),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a letter",
      arguments: ["render", "-f=1"], message: "'-f' is on or off and takes no value",
      origin: "-f=1", hint: "write '--force'"),
    ErrorCase(
      code: "repeated-option", testDescription: "an option given twice",
      arguments: ["render", "--output", "a", "-ob"], message: "'-o' is given more than once",
      origin: "-o", hint: "keep the one that counts"),
    ErrorCase(
      code: "value-not-allowed", testDescription: "a value that is nearly one of the list",
      arguments: ["render", "--format=jpg"], message: "'jpg' is not a value of '--format'",
      origin: "--format", hint: "did you mean 'jpeg'? (one of: png, jpeg)"),
    ErrorCase(
      code: "value-not-allowed", testDescription: "a value like none of the list",
      arguments: ["render", "--format", "xyzzy"], message: "'xyzzy' is not a value of '--format'",
      origin: "--format", hint: "one of: png, jpeg"),
    ErrorCase(
      code: "value-not-allowed", testDescription: "an operand that is nearly one of the list",
      arguments: ["batch", "a.json", "gren"], message: "'gren' is not a value of '<tag>'",
      origin: "<tag>", hint: "did you mean 'green'? (one of: red, green)",
      usage: "sample batch [<options>] <job-file> [<tag> ...]"),
  ]

  static let words = [
    ErrorCase(
      code: "unexpected-argument", testDescription: "a word that has no place",
      arguments: ["render", "lock"], message: "unexpected argument 'lock'", origin: "lock"),
    ErrorCase(
      code: "unexpected-argument", testDescription: "an option without its dashes",
      arguments: ["render", "template", "lock"], message: "unexpected argument 'template'",
      origin: "template", hint: "did you mean '--template'?"),
    ErrorCase(
      code: "missing-argument", testDescription: "an operand left out", arguments: ["batch", "-f"],
      message: "missing expected argument '<job-file>'", origin: "<job-file>",
      hint: "<job-file>: The jobs to run.",
      usage: "sample batch [<options>] <job-file> [<tag> ...]"),
    ErrorCase(
      code: "missing-argument", testDescription: "a subcommand left out after an option",
      arguments: ["queue", "--folder", "f"], message: "missing expected argument '<subcommand>'",
      origin: "<subcommand>", hint: "one of: list, retry",
      usage: "sample queue [<options>] <subcommand>"),
  ]
}
