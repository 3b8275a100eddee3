import Arguments
import BuiltInPlugins
import Designs
import Glibc
import Snapshots
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm snapshot`: renders a suite and compares it with what was recorded.
struct SnapshotVerb {
  static let folder = Operand(
    "folder", completion: .directories, summary: "Folder with snapshots.json.")
  static let names = Operand(
    "name", required: false, repeats: true,
    summary: "Pictures, such as lock/iphone15; * stands for any letters.")
  static let mode = Option(
    "mode", short: "m", value: "mode", allowed: RecordMode.allCases.map(\.rawValue),
    summary: "Which references to write. Default: all for record, missing for verify, never in CI.")
  static let only = Option(
    "only", value: "name", repeats: true,
    summary: "Look at these pictures only, such as 'lock/*'; give it once for each.")
  static let prune = Flag("prune", summary: "Remove references that belong to no picture.")
  static let workers = Option(
    "workers", short: "j", value: "count", default: "one for each core",
    summary: "How many pictures are rendered at once.")
  static let junit = Option(
    "junit", value: "file", completion: .files(extensions: ["xml"]),
    summary: "Write the results as JUnit XML too.")
  static let json = Option(
    "json", value: "file", completion: .files(extensions: ["json"]),
    summary: "Write the results as JSON too; - is standard output.")
  static let toolchain = Option(
    "toolchain", value: "fail|warn", default: "fail", allowed: ["fail", "warn"],
    summary: "What changes are that only another toolchain made: libraries, fonts, this program.")
  static let quiet = Flag("quiet", short: "q", summary: "Say nothing but what is wrong.")
  static let all = Flag("all", summary: "Everything that changed or is missing.")
  static let group = Option(
    "group", value: "number", summary: "One group of the report, by its number.")
  static let output = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["html"]),
    summary: "Write the page here too.")

  static let command = Command(
    "snapshot", summary: "Compare wallpapers with recorded ones.",
    discussion: """
      A folder has a file snapshots.json that says what to render, and below references what it
      looked like. 'wallfarm describe snapshots' shows every key.

        wallfarm snapshot record themes
        wallfarm snapshot verify themes
        wallfarm snapshot approve themes --group 1
      """,
    accepts: PluginOptions.all,
    subcommands: [
      Command(
        "record", summary: "Render everything and write the references.",
        discussion: "A reference whose pixels are the same stays untouched.",
        accepts: [
          .operand(folder), .option(mode), .option(only), .flag(prune), .option(workers),
          .flag(quiet),
        ]),
      Command(
        "verify", summary: "Render everything and compare it with the references.",
        discussion: """
          The exit code is 1 where anything changed, is missing or cannot be rendered. What was
          found is in the folder results: a page to look at, the pictures, JUnit XML and JSON.
          """,
        accepts: [
          .operand(folder), .option(mode), .option(only), .option(toolchain), .option(junit),
          .option(json), .option(workers), .flag(quiet),
        ]),
      Command(
        "approve", summary: "Accept pictures of the last verify as the new references.",
        discussion: "What is accepted is what was compared, and not what would be rendered now.",
        accepts: [.operand(folder), .operand(names), .option(group), .flag(all)]),
      Command(
        "report", summary: "Show what the last verify found, and where its page is.",
        accepts: [.operand(folder), .option(output), .option(junit), .option(json)]),
    ])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "record": try record()
    case "verify": try verify()
    case "approve": try approve()
    case "report": try report()
    default: preconditionFailure("a declared verb is not run: \(invocation.path)")
    }
  }

  private var place: SuiteFolder { SuiteFolder(invocation.operands(Self.folder).first ?? ".") }

  // MARK: - Record and verify

  private func record() throws(RenderError) -> ExitStatus {
    let mode = try mode(standard: .all)
    guard mode != .never else {
      throw RenderError(
        .conflictingOptions, "nothing may be recorded here: the mode is 'never'",
        origin: invocation.value(of: Self.mode) == nil
          ? .environment(getenv(RecordMode.variable) == nil ? "CI" : RecordMode.variable)
          : .option("mode"),
        hint: "--mode all records all the same")
    }
    guard let suite = try suite() else { return .failure }
    let runner = try runner(suite, mode)
    let run = try tell(suite) { (progress) throws(RenderError) in
      try runner.run(progress: progress)
    }
    let prunes = invocation.isOn(Self.prune)
    if prunes { try runner.prune(run) }
    SnapshotSummary(run, isQuiet: invocation.isOn(Self.quiet)).tellRecorded(pruned: prunes)
    return run.troubles.isEmpty ? .success : .failure
  }

  private func verify() throws(RenderError) -> ExitStatus {
    let mode = try mode(standard: .missing)
    try checkFolder()
    try checkFiles()
    guard let suite = try suite() else { return .failure }
    let runner = try runner(suite, mode)
    let run = try tell(suite) { (progress) throws(RenderError) in
      try runner.run(progress: progress)
    }
    let reports = SnapshotReports(suite.folder)
    try hand(reports)
    // JSON on standard output stands alone, so that a program can read it.
    let isQuiet = invocation.isOn(Self.quiet) || invocation.value(of: Self.json) == "-"
    SnapshotSummary(run, isQuiet: isQuiet).tellVerified(page: reports.page)
    return run.isSuccess ? .success : .failure
  }

  private func runner(
    _ suite: SnapshotSuite, _ mode: RecordMode
  ) throws(RenderError) -> SnapshotRunner {
    let workers = try invocation.count(Self.workers, most: 256)
    let installation = try Installation.find()
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

  /// An unset variable in a script is no folder.
  private func checkFolder() throws(RenderError) {
    guard invocation.operands(Self.folder).first?.isEmpty == true else { return }
    throw RenderError(
      .invalidParameter, "'' is no folder", origin: .argument("folder"),
      hint: "name the folder with \(SuiteFolder.fileName)")
  }

  /// The suite of the folder; nil where its mistakes were told.
  private func suite() throws(RenderError) -> SnapshotSuite? {
    try checkFolder()
    let installation = try Installation.find()
    let (suite, problems) = try SuiteReader.read(
      place, installation: installation,
      plugins: try PluginArguments(invocation).registry(installation))
    for problem in problems.prefix(50) { Terminal.report(problem) }
    guard problems.isEmpty else {
      let count = problems.count == 1 ? "1 mistake" : "\(problems.count) mistakes"
      Terminal.report("\(count) in \(suite.folder.file); nothing was rendered")
      return nil
    }
    let patterns = invocation.values(of: Self.only)
    return patterns.isEmpty ? suite : try suite.only(patterns)
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
    if names.isEmpty { Terminal.print("nothing waits for approval; 'verify' looks again") }
    return .success
  }

  private func choice() throws(RenderError) -> Approval.Choice {
    let names = invocation.operands(Self.names)
    let group = invocation.value(of: Self.group)
    let isAll = invocation.isOn(Self.all)
    let ways = [!names.isEmpty, group != nil, isAll].count { $0 }
    guard ways == 1 else {
      throw RenderError(
        .conflictingOptions,
        ways == 0 ? "nothing was named to accept" : "names, --group and --all exclude each other",
        origin: .argument("name"), hint: "give names such as 'lock/*', --group 1, or --all")
    }
    if let group { return .group(group) }
    return isAll ? .all : .names(names)
  }

  private func report() throws(RenderError) -> ExitStatus {
    try checkFolder()
    try checkFiles()
    let reports = SnapshotReports(place)
    try hand(reports)
    if let file = invocation.value(of: Self.output) { try reports.copyPage(to: file) }
    if invocation.value(of: Self.json) != "-" {
      for line in try reports.lines() { Terminal.print(line) }
      Terminal.printLine("page: \(invocation.value(of: Self.output) ?? reports.page)")
    }
    return .success
  }

  private func hand(_ reports: SnapshotReports) throws(RenderError) {
    if let file = invocation.value(of: Self.junit) { try reports.copyJUnit(to: file) }
    guard let file = invocation.value(of: Self.json) else { return }
    if file == "-" {
      _ = Terminal.writeOutput(try reports.json())
    } else {
      try reports.copyJSON(to: file)
    }
  }

  /// Finds what would only fail after everything was rendered, and what would write over the suite.
  private func checkFiles() throws(RenderError) {
    for option in [Self.junit, Self.json, Self.output] {
      guard let path = invocation.value(of: option), !(option.long == "json" && path == "-") else {
        continue
      }
      let origin = Origin.option(option.long)
      if path == "-" {
        throw RenderError(
          .conflictingOptions, "'-' is no file", origin: origin,
          hint: "name a file; only --json can go to standard output")
      }
      try RenderReceipt.check(path, origin: origin)
      if SnapshotReports(place).isOwn(path) {
        throw RenderError(
          .conflictingOptions, "'\(path)' belongs to the suite", origin: origin,
          hint: "name a file beside it, or elsewhere")
      }
    }
  }
}
