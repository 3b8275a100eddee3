import Arguments
import Testing
import WallfarmTesting

@Suite struct UsageErrorTests {
  @Test(arguments: ErrorCase.all)
  func saysWhatIsWrongWhereAndWhatToTry(_ example: ErrorCase) throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.root.parse(example.arguments, version: "1.0")
    }

    #expect(error.code == example.code)
    #expect(error.message.names(example.values))
    #expect(error.origin.typed == example.origin)
    #expect(error.hint.names(example.hint))
    #expect(error.usage == example.usage)
  }

  @Test func printsTheFactsAndWhereToReadMore() throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.root.parse(["render", "--tempalte=lock"], version: "1.0")
    }

    #expect(
      "\(error)" == """
        error[unknown-option]: \(error.message)
          in: --tempalte
          hint: \(error.hint ?? "")
        Usage: sample render [<options>]
          See 'sample render --help' for more information.
        """)
  }
}

struct ErrorCase: Sendable, CustomTestStringConvertible {
  let code: String
  let testDescription: String
  let arguments: [String]
  /// The values that the message names.
  let values: [String]
  let origin: String
  /// The values that the hint names, or `nil` if there is no hint.
  var hint: [String]?
  var usage = "sample render [<options>]"

  static let all = unknown + values + words

  static let unknown = [
    ErrorCase(
      code: "unknown-option", testDescription: "a misspelt option",
      arguments: ["render", "--tempalte", "lock"], values: ["'--tempalte'"], origin: "--tempalte",
      hint: ["'--template'"]),
    ErrorCase(
      code: "unknown-option", testDescription: "an option like no other",
      arguments: ["render", "--xyzzy"], values: ["'--xyzzy'"], origin: "--xyzzy"),
    ErrorCase(
      code: "unknown-option", testDescription: "--no- before a flag that has no opposite",
      arguments: ["render", "--no-force"], values: ["'--no-force'"], origin: "--no-force"),
    ErrorCase(
      code: "unknown-option", testDescription: "one dash before a long name",
      arguments: ["render", "-quiet"], values: ["'-u'", "'-quiet'"], origin: "-quiet",
      hint: ["'--quiet'"]),
    ErrorCase(
      code: "unknown-option", testDescription: "a letter in the wrong case",
      arguments: ["render", "-T", "lock"], values: ["'-T'"], origin: "-T", hint: ["'-t'"]),
    ErrorCase(
      code: "unknown-option", testDescription: "a letter among others",
      arguments: ["render", "-fx"], values: ["'-x'", "'-fx'"], origin: "-fx"),
    ErrorCase(
      code: "unknown-option", testDescription: "an option of a subcommand before it",
      arguments: ["--template", "lock", "render"], values: ["'--template'"], origin: "--template",
      hint: ["'sample render --template'"], usage: "sample [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "a misspelt subcommand", arguments: ["rendr"],
      values: ["'rendr'"], origin: "rendr", hint: ["'render'"],
      usage: "sample [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "a misspelt subcommand, asking for its help",
      arguments: ["queue", "lits", "--help"], values: ["'lits'"], origin: "lits", hint: ["'list'"],
      usage: "sample queue [<options>] <subcommand>"),
    ErrorCase(
      code: "unknown-subcommand", testDescription: "help of a misspelt subcommand",
      arguments: ["help", "queue", "xyzzy"], values: ["'xyzzy'"], origin: "xyzzy",
      usage: "sample queue [<options>] <subcommand>"),
  ]

  static let values = [
    ErrorCase(
      code: "missing-value", testDescription: "nothing after an option",
      arguments: ["render", "--output"], values: ["'--output <path>'"], origin: "--output"),
    ErrorCase(
      code: "missing-value", testDescription: "nothing after an option with known values",
      arguments: ["render", "--format"], values: ["'--format <format>'"], origin: "--format",
      hint: ["png, jpeg"]),
    ErrorCase(
      code: "missing-value", testDescription: "a dash where the value belongs",
      arguments: ["render", "--note", "-text"], values: ["'--note <text>'"], origin: "--note",
      hint: ["'-text'", "'--note=-text'"]),
    ErrorCase(
      code: "missing-value", testDescription: "a dash after a letter",
      arguments: ["render", "-fn", "--widgets"], values: ["'-n <text>'"], origin: "-n",
      hint: ["'--widgets'", "'-n--widgets'"]),
    ErrorCase(
      code: "missing-value", testDescription: "-- where the value belongs",
      arguments: ["render", "--note", "--", "x"], values: ["'--note <text>'"], origin: "--note",
      hint: ["'--'", "'--note=--'"]),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a flag",
      arguments: ["render", "--force=yes"], values: ["'--force'"], origin: "--force=yes",
      hint: ["'--force'"]),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a flag that inverts",
      arguments: ["render", "--widgets=no"], values: ["'--widgets'"], origin: "--widgets=no",
      hint: ["'--widgets'", "'--no-widgets'"]),
    ErrorCase(
      code: "unexpected-value", testDescription: "a value for a letter",
      arguments: ["render", "-f=1"], values: ["'-f'"], origin: "-f=1", hint: ["'--force'"]),
    ErrorCase(
      code: "repeated-option", testDescription: "an option given twice",
      arguments: ["render", "--output", "a", "-ob"], values: ["'-o'"], origin: "-o", hint: []),
    ErrorCase(
      code: "value-not-allowed", testDescription: "a value that is nearly one of the list",
      arguments: ["render", "--format=jpg"], values: ["'jpg'", "'--format'"], origin: "--format",
      hint: ["'jpeg'", "png, jpeg"]),
    ErrorCase(
      code: "value-not-allowed", testDescription: "a value like none of the list",
      arguments: ["render", "--format", "xyzzy"], values: ["'xyzzy'", "'--format'"],
      origin: "--format", hint: ["png, jpeg"]),
    ErrorCase(
      code: "value-not-allowed", testDescription: "an operand that is nearly one of the list",
      arguments: ["batch", "a.json", "gren"], values: ["'gren'", "'<tag>'"], origin: "<tag>",
      hint: ["'green'", "red, green"], usage: "sample batch [<options>] <job-file> [<tag> ...]"),
  ]

  static let words = [
    ErrorCase(
      code: "unexpected-argument", testDescription: "a word that has no place",
      arguments: ["render", "lock"], values: ["'lock'"], origin: "lock"),
    ErrorCase(
      code: "unexpected-argument", testDescription: "an option without its dashes",
      arguments: ["render", "template", "lock"], values: ["'template'"], origin: "template",
      hint: ["'--template'"]),
    ErrorCase(
      code: "missing-argument", testDescription: "an operand left out", arguments: ["batch", "-f"],
      values: ["'<job-file>'"], origin: "<job-file>", hint: ["The jobs to run."],
      usage: "sample batch [<options>] <job-file> [<tag> ...]"),
    ErrorCase(
      code: "missing-argument", testDescription: "a subcommand left out after an option",
      arguments: ["queue", "--folder", "f"], values: ["'<subcommand>'"], origin: "<subcommand>",
      hint: ["list, retry"], usage: "sample queue [<options>] <subcommand>"),
  ]
}
