import Arguments
import BuiltInPlugins
import Designs
import Files
import Glibc
import Snapshots
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm snapshot`: renders a suite and compares it with its references.
struct SnapshotVerb: CommandVerb {
  static let folder = Operand(
    "folder", completion: .directories, summary: "Folder with snapshots.json.")
  static let names = Operand(
    "name", required: false, repeats: true,
    summary: "Names of pictures, such as lock/iphone15; * matches any characters.")
  static let mode = Option(
    "mode", short: "m", value: "mode", allowed: RecordMode.allCases.map(\.rawValue),
    summary: "References to write. Default: all for record, missing for verify, never in CI.")
  static let only = Option(
    "only", value: "name", repeats: true,
    summary: "Select pictures by name, such as 'lock/*'.")
  static let prune = Flag(
    "prune",
    summary: "Remove references for pictures that are no longer in the suite.")
  static let workers = Option(
    "workers", short: "j", value: "count", default: "one for each core",
    summary: "Number of pictures rendered in parallel.")
  static let junit = Option(
    "junit", value: "file", completion: .files(extensions: ["xml"]),
    summary: "Also write the results as JUnit XML; - is standard output.")
  static let json = Flag("json", summary: "Print the results as JSON instead of lines.")
  static let markdown = Flag(
    "markdown",
    summary: "Print the results as a pull request comment; exit with the last verify status.")
  static let baseURL = Option(
    "base-url", value: "url",
    summary: "URL of the published folder 'results', for links to its pictures.")
  static let toolchain = Option(
    "toolchain", value: "fail|warn", default: "fail", allowed: ["fail", "warn"],
    summary: "Treatment of changes caused only by different libraries, fonts or program versions.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")
  static let all = Flag("all", summary: "Select all changed or missing pictures.")
  static let group = Option(
    "group", value: "number", summary: "Select one group in the report by number.")
  static let output = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["html"]),
    summary: "Also write the page to this file; - is standard output.")

  static let command = Command(
    "snapshot", summary: "Compare wallpapers with recorded references.",
    discussion: """
      The file snapshots.json in a folder lists the pictures to render, and the subfolder
      'references' contains the expected results. 'wallfarm describe snapshots' shows every key.

        wallfarm snapshot record themes
        wallfarm snapshot verify themes
        wallfarm snapshot approve themes --group 1
      """,
    accepts: PluginOptions.all,
    subcommands: [
      Command(
        "record", summary: "Render all pictures and write the references.",
        discussion: "A reference whose pixels are unchanged is not rewritten.",
        accepts: [
          .operand(folder), .option(mode), .option(only), .flag(prune), .option(workers),
          .flag(quiet),
        ]),
      Command(
        "verify", summary: "Render all pictures and compare them with the references.",
        discussion: """
          The exit status is 2 if a picture has changed or a reference is missing, and 1 if a
          picture cannot be rendered. The folder 'results' contains a page to review, the pictures,
          JUnit XML and JSON.
          """,
        accepts: [
          .operand(folder), .option(mode), .option(only), .option(toolchain), .option(junit),
          .flag(json), .option(workers), .flag(quiet),
        ]),
      Command(
        "approve", summary: "Accept pictures from the last verify run as new references.",
        discussion: "The command accepts the compared pictures without rendering them again.",
        accepts: [.operand(folder), .operand(names), .option(group), .flag(all)]),
      Command(
        "report",
        summary: "Show the results of the last verify run and the path of the results page.",
        discussion: """
          With --markdown, the command prints one comment of at most 65,536 characters for a pull
          request, and its exit status is that of the last verify run.

            wallfarm snapshot report themes --markdown > comment.md
          """,
        accepts: [
          .operand(folder), .option(output), .option(junit), .flag(json), .flag(markdown),
          .option(baseURL),
        ]),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "record": try record()
    case "verify": try verify()
    case "approve": try approve()
    case "report": try report()
    default: preconditionFailure("no code runs the declared verb: \(invocation.path)")
    }
  }

  private var place: SuiteFolder { SuiteFolder(invocation.operands(Self.folder).first ?? ".") }

  // MARK: - Record and verify

  private func record() throws(RenderError) -> ExitStatus {
    let mode = try mode(standard: .all)
    guard mode != .never else {
      throw RenderError(
        .conflictingOptions, "recording is disabled: the mode is 'never'",
        origin: invocation.value(of: Self.mode) == nil
          ? .environment(getenv(RecordMode.variable) == nil ? "CI" : RecordMode.variable)
          : .option("mode"),
        hint: "to record anyway, add --mode all")
    }
    return try run(mode) { (runner, run) throws(RenderError) in
      let prunes = invocation.isOn(Self.prune)
      if prunes { try runner.prune(run) }
      SnapshotSummary(run, isQuiet: invocation.isOn(Self.quiet)).tellRecorded(pruned: prunes)
      return run.troubles.isEmpty ? .success : .failure
    }
  }

  private func verify() throws(RenderError) -> ExitStatus {
    let mode = try mode(standard: .missing)
    try checkFolder()
    try checkFiles()
    return try run(mode) { (_, run) throws(RenderError) in
      let reports = SnapshotReports(place)
      try hand(reports)
      // Machine-readable output on standard output must not be mixed with text.
      let isQuiet = invocation.isOn(Self.quiet) || isOutputTaken
      SnapshotSummary(run, isQuiet: isQuiet).tellVerified(page: reports.page)
      return ExitStatus(run.outcome)
    }
  }

  /// Renders a valid suite and returns the exit status that `judge` chooses.
  private func run(
    _ mode: RecordMode, _ judge: (SnapshotRunner, SnapshotRun) throws(RenderError) -> ExitStatus
  ) throws(RenderError) -> ExitStatus {
    let suite: SnapshotSuite
    switch try self.suite() {
    case .mistakes(let status): return status
    case .sound(let found): suite = found
    }
    let runner = try runner(suite, mode)
    let run = try tell(suite) { (progress) throws(RenderError) in
      try runner.run(progress: progress)
    }
    return try judge(runner, run)
  }

  private func runner(
    _ suite: SnapshotSuite, _ mode: RecordMode
  ) throws(RenderError) -> SnapshotRunner {
    let workers = try invocation.count(Self.workers, most: 256)
    let installation = try Installation.findForUser()
    return SnapshotRunner(
      suite, mode: mode, installation: installation,
      plugins: try PluginArguments(invocation).registry(installation),
      workers: workers ?? Processors.count,
      toleratesToolchain: invocation.value(of: Self.toolchain) == "warn")
  }

  private func mode(standard: RecordMode) throws(RenderError) -> RecordMode {
    var environment: [String: String] = [:]
    for name in [RecordMode.variable, "CI"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return try RecordMode.choose(
      option: invocation.value(of: Self.mode), environment: environment, standard: standard)
  }

  /// Rejects an empty path, which may come from an unset variable in a script.
  private func checkFolder() throws(RenderError) {
    guard invocation.operands(Self.folder).first?.isEmpty == true else { return }
    throw RenderError(
      .invalidParameter, "the folder name is empty", origin: .argument("folder"),
      hint: "specify the folder that contains \(SuiteFolder.fileName)")
  }

  /// The result of reading a suite file.
  private enum Reading {
    case sound(SnapshotSuite)
    /// The suite has errors, which have already been reported; the verb exits with this status.
    case mistakes(ExitStatus)
  }

  private func suite() throws(RenderError) -> Reading {
    try checkFolder()
    let installation = try Installation.findForUser()
    let (suite, problems) = try SuiteReader.read(
      place, installation: installation,
      plugins: try PluginArguments(invocation).registry(installation))
    for problem in problems.prefix(50) { Terminal.report(problem) }
    guard problems.isEmpty else {
      let count = problems.count == 1 ? "1 error" : "\(problems.count) errors"
      Terminal.report("\(count) in \(suite.folder.file); no pictures were rendered")
      return .mistakes(ExitStatus(problems.map(\.code)))
    }
    let patterns = invocation.values(of: Self.only)
    return .sound(patterns.isEmpty ? suite : try suite.only(patterns))
  }

  private func tell(
    _ suite: SnapshotSuite,
    _ body: (@escaping @Sendable (Int, SnapshotResult) -> Void) throws(RenderError) -> SnapshotRun
  ) throws(RenderError) -> SnapshotRun {
    let count = suite.snapshots.count
    let shows = Terminal.errorIsTerminal && !invocation.isOn(Self.quiet)
    let run = try body { done, result in
      if shows { Terminal.drawOver("\(done)/\(count)  \(result.name)") }
    }
    if shows { Terminal.drawOver("") }
    return run
  }

  // MARK: - Approve and report

  private func approve() throws(RenderError) -> ExitStatus {
    try checkFolder()
    let choice = try choice()
    let names = try Approval(place).approve(choice)
    for name in names { Terminal.printLine("accepted \(name)") }
    if names.isEmpty { Terminal.print("no pictures to approve; run 'verify' again") }
    return .success
  }

  private func choice() throws(RenderError) -> Approval.Choice {
    let names = invocation.operands(Self.names)
    let group = invocation.value(of: Self.group)
    let isAll = invocation.isOn(Self.all)
    let ways = [!names.isEmpty, group != nil, isAll].count { $0 }
    guard ways == 1 else {
      throw RenderError(
        ways == 0 ? .optionMissing : .conflictingOptions,
        ways == 0
          ? "no pictures were selected" : "names, --group and --all cannot be used together",
        origin: .argument("name"), hint: "add names such as 'lock/*', --group 1, or --all")
    }
    if let group { return .group(group) }
    return isAll ? .all : .names(names)
  }

  private func report() throws(RenderError) -> ExitStatus {
    try checkFolder()
    try checkFiles()
    let address = try address()
    let reports = SnapshotReports(place)
    try hand(reports)
    if let file = invocation.value(of: Self.output) {
      try OutputSink(file).write([try reports.pageBytes()], origin: .option("output"))
    }
    if !isOutputTaken {
      for line in try reports.lines() { Terminal.print(line) }
      Terminal.printLine("page: \(invocation.value(of: Self.output) ?? reports.page)")
    }
    guard invocation.isOn(Self.markdown) else { return .success }
    let comment = try reports.markdown(address: address)
    try WholeFile.write([Array(comment.text.utf8)], to: STDOUT_FILENO, origin: .option("markdown"))
    return ExitStatus(comment.outcome)
  }

  private func address() throws(RenderError) -> PictureAddress? {
    guard let text = invocation.value(of: Self.baseURL) else { return nil }
    guard invocation.isOn(Self.markdown) else {
      throw RenderError(
        .conflictingOptions,
        "--base-url has no effect without --markdown, because only the Markdown report contains "
          + "links",
        origin: .option("base-url"),
        hint: "add --markdown")
    }
    return try PictureAddress(text)
  }

  private func hand(_ reports: SnapshotReports) throws(RenderError) {
    if let file = invocation.value(of: Self.junit) {
      try OutputSink(file).write([try reports.junit()], origin: .option("junit"))
    }
    guard invocation.isOn(Self.json) else { return }
    try WholeFile.write([try reports.json()], to: STDOUT_FILENO, origin: .option("json"))
  }

  /// Whether a report is written to standard output.
  private var isOutputTaken: Bool { takers.count > 0 }

  private var takers: [String] {
    let named = [Self.junit, Self.output].filter { option in
      invocation.value(of: option).map { OutputSink($0).isStandardOutput } == true
    }
    let flags = [Self.json, Self.markdown].filter { invocation.isOn($0) }
    return named.map { "--\($0.long) -" } + flags.map { "--\($0.long)" }
  }

  /// Checks before rendering that each report destination is writable and is not a file of the
  /// suite.
  private func checkFiles() throws(RenderError) {
    if takers.count > 1 {
      throw RenderError(
        .conflictingOptions, "\(takers.joined(separator: " and ")) cannot share standard output",
        origin: .option(invocation.isOn(Self.json) ? "json" : "markdown"),
        hint: "write one of them to a file")
    }
    for option in [Self.junit, Self.output] {
      guard let path = invocation.value(of: option) else { continue }
      let origin = Origin.option(option.long)
      try OutputSink(path).check(origin, isText: true)
      if SnapshotReports(place).isOwn(path) {
        throw RenderError(
          .conflictingOptions, "'\(path)' is a file of the suite", origin: origin,
          hint: "name a file outside the suite")
      }
    }
  }
}

extension ExitStatus {
  /// The exit status for the result of a run.
  fileprivate init(_ outcome: SnapshotOutcome) {
    switch outcome {
    case .passed: self = .success
    case .differs: self = .differs
    case .failed: self = .failure
    }
  }
}
