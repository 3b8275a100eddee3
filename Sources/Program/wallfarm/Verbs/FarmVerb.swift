import Arguments
import BuiltInPlugins
import Designs
import Files
import FilmJobs
import Glibc
import HTTP
import Motion
import PluginHost
import RenderFarm
import RenderPool
import SourceJSON
import Stores
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm farm`: renders jobs on many machines with a PostgreSQL queue.
struct FarmVerb: CommandVerb {
  static let command = Command(
    "farm", summary: "Render jobs on many machines.",
    discussion: """
      Machines share a queue in PostgreSQL, and a store for inputs and pictures: a bucket or a
      folder. Machines can join and leave at any time. See docs/farm.md for roles, sizing and
      operation.

        wallfarm farm prepare --queue postgres://admin@db1/wallfarm
        wallfarm farm submit jobs.jsonl --queue postgres://farm@db1/wallfarm -o s3://wall/june
        wallfarm farm work --queue postgres://farm@db1/wallfarm --key farm.key
        wallfarm farm status --queue postgres://farm@db1/wallfarm --watch
      """,
    accepts: FarmOptions.place,
    subcommands: [
      Command(
        "prepare", summary: "Create the queue tables, or migrate them to this version.",
        accepts: [.option(FarmOptions.roles), .option(FarmOptions.checkedOut)]),
      Command(
        "submit", summary: "Check a job file and add its units to the queue.",
        discussion: """
          The command checks the whole file first. Then it uploads the inputs to the store, naming
          each by its digest, and adds all units in one transaction. If you submit a file again,
          only changed units are rendered. Set the address and credentials of the store as for other
          S3 clients, with AWS_ENDPOINT_URL and AWS_ACCESS_KEY_ID or ~/.aws/credentials.
          """,
        accepts: [
          .operand(FarmOptions.jobs), .option(FarmOptions.out), .flag(BatchOptions.check),
          .flag(BatchOptions.skipInvalid), .flag(BatchOptions.allowOutside),
          .flag(FarmOptions.replace), .option(KeyOptions.key), .option(FarmOptions.inputs),
          .option(FarmOptions.inputBytes), .flag(FarmOptions.json),
          .option(DeviceOptions.devices),
        ] + ContentOptions.all + PluginOptions.all),
      Command(
        "work", summary: "Render units from the queue until a stop signal arrives.",
        discussion: """
          Run one process per machine; it starts one worker per core. At the first SIGTERM or
          Ctrl-C, it finishes units in progress; at the second, it stops immediately. Neither costs
          a unit an attempt.
          """,
        accepts: [
          .option(KeyOptions.key), .option(PoolOptions.workers), .option(PoolOptions.timeout),
          .option(BatchOptions.attempts), .option(PoolOptions.memory), .option(BatchOptions.lease),
          .option(PoolOptions.fence), .option(RenderOptions.cache),
          .option(RenderOptions.cacheBytes), .option(FarmOptions.inputs),
          .option(FarmOptions.inputBytes), .option(FarmOptions.listen),
          .flag(FarmOptions.untilEmpty), .option(FarmOptions.keepFinished),
          .flag(BatchOptions.quiet), .flag(BatchOptions.json),
        ] + PluginOptions.all),
      Command(
        "status", summary: "Show the progress of a farm and its machines.",
        accepts: [.flag(FarmOptions.watch), .flag(FarmOptions.json)]),
      Command(
        "report", summary: "Write a JSON report with the receipt or error of each unit.",
        accepts: [.operand(reportFile)]),
    ])

  static let reportFile = Operand(
    "report", completion: .files(extensions: ["json"]),
    summary: "Output file, - for standard output, or s3://BUCKET/KEY.")

  let invocation: Invocation
  private var arguments: FarmArguments { FarmArguments(invocation: invocation) }

  func run() throws(RenderError) -> ExitStatus {
    StopSignals.ignoreBrokenPipes()
    switch invocation.path.last {
    case "prepare": try prepare()
    case "submit": return try submit()
    case "work": return try FarmWorkRun(invocation).run()
    case "status": try FarmStatusView(try arguments.queue(), invocation).run()
    case "report": try report()
    default: preconditionFailure("no code runs the declared verb: \(invocation.path)")
    }
    return .success
  }

  private func prepare() throws(RenderError) {
    let queue = try arguments.queue(making: true)
    Terminal.printLine("the tables in \(queue.name) are up to date")
    if let out = invocation.value(of: FarmOptions.checkedOut) {
      let store = try checkedStore(at: out)
      Terminal.printLine("a farm can use \(store.address)")
    }
    guard let prefix = invocation.value(of: FarmOptions.roles) else { return }
    try queue.makeRoles(prefix: prefix)
    Terminal.printLine(
      "the roles \(prefix)_reader, \(prefix)_submitter, \(prefix)_worker and "
        + "\(prefix)_admin exist; make users members of them")
  }

  /// Checks and returns the store that `--out` specifies; if the store is a folder, the folder must
  /// exist.
  private func checkedStore(at out: String) throws(RenderError) -> any OutputStore {
    do throws(RenderError) {
      return try ObjectCache().checkedStore(at: out)
    } catch {
      guard error.code == .outputFailed, !Files.exists(out) else { throw error }
      var refusal = error
      refusal.origin = .option(FarmOptions.checkedOut.long)
      refusal.hint = "create it first: mkdir -p '\(out)'"
      throw refusal
    }
  }

  private func report() throws(RenderError) {
    let path = invocation.operands(Self.reportFile).first ?? "-"
    let queue = try arguments.queue()
    try ReportSink(path).check()
    try ReportSink(path).write(of: queue, figures: FarmFigures())
  }

  // MARK: - Submission

  private func submit() throws(RenderError) -> ExitStatus {
    guard let out = invocation.value(of: FarmOptions.out) else {
      throw RenderError(
        .optionMissing, "no store was given for the pictures", origin: .option("output"),
        hint: "add --output s3://BUCKET/PREFIX, or a folder that all machines share")
    }
    var request = SubmissionRequest(
      jobs: invocation.operands(FarmOptions.jobs).first ?? "-", out: out)
    request.allowsOutside = invocation.isOn(BatchOptions.allowOutside)
    request.skipsInvalid = invocation.isOn(BatchOptions.skipInvalid)
    request.replaces = invocation.isOn(FarmOptions.replace)
    request.sources = try ContentArguments(invocation: invocation).sources()
    let isChecking = invocation.isOn(BatchOptions.check)
    var installation = try Installation.find()
    // The files of packs are sent as inputs. Other content of this user has names that could mean
    // something else on another machine.
    installation.contentFolders = ContentFolder.ofMachine.filter { $0.pack != nil }
    let key = try arguments.key(making: !isChecking)
    // Connect first, so that an unreachable queue fails before a million jobs are checked.
    let queue = isChecking ? nil : try arguments.queue(making: true)
    if let queue, try !queue.isMade(with: key.key) {
      throw .wrongKey(queue.name, isFarm: true)
    }
    let plugins = try PluginArguments(invocation).registry(installation)
    let submission = try FarmSubmission(
      request,
      FarmSubmission.Means(
        stores: ObjectCache(), cache: try arguments.cache(), key: key.key,
        installation: installation, plugins: plugins,
        films: MotionPlanner.making(installation, plugins)))
    let plan = PlanView(submission.plan, isChecking: isChecking, skipsInvalid: request.skipsInvalid)
    plan.show(isVerbose: !invocation.isOn(FarmOptions.json), does: ("submits", "submitted")) {
      Terminal.print($0)
    }
    let codes = submission.plan.mistakes.map(\.code)
    let unknown: [ErrorCode] = [.unknownTheme, .unknownTemplate, .unknownMotion]
    if codes.contains(where: unknown.contains),
      ContentFolder.ofMachine.contains(where: { $0.pack == nil })
    {
      Terminal.note(
        "other machines do not have your own themes, templates and motions, so select them by path")
    }
    guard plan.canRun else { return ExitStatus(codes) }
    guard let queue else { return submission.plan.mistakeCount > 0 ? .failure : .success }
    say(try submission.submit(to: queue), submission, queue)
    return submission.plan.mistakeCount > 0 ? .failure : .success
  }

  private func say(
    _ found: FarmSubmission.Submitted, _ submission: FarmSubmission, _ queue: PostgresJobQueue
  ) {
    if invocation.isOn(FarmOptions.json) {
      let members: [String: JSONValue] = [
        "new": .number(Double(found.added.new)), "changed": .number(Double(found.added.changed)),
        "known": .number(Double(found.added.known)),
        "dropped": .number(Double(found.dropped.all)),
        "droppedUndone": .number(Double(found.dropped.undone)),
        "retried": .number(Double(found.retried)),
        "inputs": .number(Double(found.inputs)), "newInputs": .number(Double(found.newInputs)),
        "invalidJobs": .number(Double(submission.plan.invalidJobs)),
      ]
      return Terminal.print(JSONValue.object(members).text(pretty: false))
    }
    let added = found.added
    var parts = ["\(counted(added.new, "unit")) added"]
    if added.changed > 0 { parts.append("\(added.changed) changed, to be rendered again") }
    if added.known > 0 { parts.append("\(added.known) unchanged") }
    if found.retried > 0 { parts.append("\(found.retried) to be retried") }
    if found.dropped.all > 0 {
      parts.append("\(found.dropped.all) from earlier submissions removed")
    }
    if found.inputs > 0 {
      parts.append("\(found.newInputs) of \(counted(found.inputs, "input")) uploaded")
    }
    Terminal.printLine(parts.joined(separator: "; "))
  }
}
