import Arguments
import Testing

@Suite struct HelpTests {
  @Test func laysOutTheRootAsSwiftArgumentParserDoes() {
    #expect(
      Sample.root.help(for: []) == """
        OVERVIEW: Renders wallpapers.

        USAGE: sample [<options>] <subcommand>

        OPTIONS:
          -q, --quiet             Print nothing but errors.
          --version               Show the version.
          -h, --help              Show the help of this command.

        SUBCOMMANDS:
          render                  Renders one wallpaper.
          batch                   Runs a file of jobs.
          queue                   Looks after the queue.

          Run 'sample help <subcommand>' for detailed help.
        """)
  }

  @Test func laysOutEveryOptionOfASubcommand() {
    #expect(
      Sample.root.help(for: ["render"]) == """
        OVERVIEW: Renders one wallpaper.

        Names become a plan first, so that whatever can be wrong is found before the
        first pixel.

          sample render --template lock --device iphone15
          sample render -n 'a\\b'

        'Quoted' words may begin a paragraph.

        USAGE: sample render [<options>]

        OPTIONS:
          -t, --template <name>   The template to render. (default: lock)
          -d, --device <names>    The devices to render for: their names, with commas
                                  between them.
          -n, --note <text>       A note; it's [optional]. (repeats)
          --format <format>       The format of the file. (values: png, jpeg; default:
                                  png)
          -o, --output <path>     Where the file goes.
          --folder <path>         Where packs are kept.
          -w, --widgets/--no-widgets
                                  Leave room for widgets. (default: --widgets)
          -f, --force             Replace a file that exists.
          -q, --quiet             Print nothing but errors.
          -h, --help              Show the help of this command.
        """)
  }

  @Test func laysOutOperandsBeforeOptions() {
    #expect(
      Sample.root.help(for: ["batch"]) == """
        OVERVIEW: Runs a file of jobs.

        USAGE: sample batch [<options>] <job-file> [<tag> ...]

        ARGUMENTS:
          <job-file>              The jobs to run.
          <tag>                   Tags to put on. (values: red, green)

        OPTIONS:
          -f, --force             Replace a file that exists.
          -q, --quiet             Print nothing but errors.
          -h, --help              Show the help of this command.
        """)
  }

  @Test(arguments: [40, 60, 80, 120])
  func wrapsToTheWidthOfTheCaller(_ width: Int) {
    let lines = Sample.root.help(for: ["render"], width: width).split(separator: "\n")

    // Examples and labels are not wrapped, because users copy them.
    for line in lines where !line.hasPrefix("  sample") && !line.hasPrefix("  -") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test(arguments: HelpCase.all)
  func helpIsFoundWhereItIsLookedFor(_ example: HelpCase) throws {
    guard case .help(let text) = try Sample.root.parse(example.arguments, version: "1.0") else {
      Issue.record("expected help")
      return
    }
    #expect(text == Sample.root.help(for: example.path))
  }

  @Test func helpIsWrappedToTheWidthGivenToTheParser() throws {
    guard case .help(let text) = try Sample.root.parse(["-h"], version: "1.0", width: 40) else {
      Issue.record("expected help")
      return
    }
    #expect(text == Sample.root.help(for: [], width: 40))
  }

  @Test(arguments: [["--version"], ["-q", "--version"], ["--version", "render", "--xyzzy"]])
  func versionIsAnsweredAtTheTop(_ arguments: [String]) throws {
    guard case .version(let version) = try Sample.root.parse(arguments, version: "1.0") else {
      Issue.record("expected the version")
      return
    }
    #expect(version == "1.0")
  }

  @Test func versionIsUnknownBelowTheTop() throws {
    let error = try #require(throws: UsageError.self) {
      try Sample.root.parse(["render", "--version"], version: "1.0")
    }
    #expect(error.code == "unknown-option")
  }
}

@Suite struct DiscussionTests {
  @Test func flowsLinesAndKeepsExamples() {
    let discussion = Discussion("One\ntwo.\n  a  b\n    c\nThree.\n\n\n  d\n\n  e\n")

    #expect(
      discussion.blocks == [
        .paragraph("One two."), .example(["  a  b", "    c"]), .paragraph("Three."),
        .example(["  d"]), .example(["  e"]),
      ])
  }

  @Test func isEmptyWithoutWords() {
    #expect(Discussion("").blocks == [])
    #expect(Discussion("\n  \n").blocks == [])
  }
}

struct HelpCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  var path: [String] = []

  static let all = [
    HelpCase(testDescription: "nothing given", arguments: []),
    HelpCase(testDescription: "a subcommand missing", arguments: ["queue"], path: ["queue"]),
    HelpCase(testDescription: "--help", arguments: ["--help"]),
    HelpCase(testDescription: "-h", arguments: ["render", "-h"], path: ["render"]),
    HelpCase(testDescription: "-h among letters", arguments: ["batch", "-fh"], path: ["batch"]),
    HelpCase(testDescription: "help", arguments: ["help"]),
    HelpCase(testDescription: "help --help", arguments: ["help", "--help"]),
    HelpCase(
      testDescription: "help of a path", arguments: ["help", "queue", "list"],
      path: ["queue", "list"]),
    HelpCase(
      testDescription: "help further down", arguments: ["queue", "help", "list"],
      path: ["queue", "list"]),
    HelpCase(
      testDescription: "--help after a mistake", arguments: ["render", "--xyzzy", "-h"],
      path: ["render"]),
    HelpCase(
      testDescription: "--help where a value belongs", arguments: ["render", "-o", "--help"],
      path: ["render"]),
    HelpCase(
      testDescription: "--help without an operand", arguments: ["batch", "--help"],
      path: ["batch"]),
  ]
}
