import Arguments
import BuiltInPlugins
import Designs
import Files
import FilmJobs
import Glibc
import HTTP
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
      Machines share a queue in PostgreSQL, and a store for inputs and pictures: a bucket, or a folder.
      Any number may join and leave at any time. docs/farm.md has the roles, the sizes, and how to run it.

        wallfarm farm prepare --queue postgres://admin@db1/wallfarm
        wallfarm farm submit jobs.jsonl --queue postgres://farm@db1/wallfarm -o s3://wall/june
        wallfarm farm work --queue postgres://farm@db1/wallfarm --key farm.key
        wallfarm farm status --queue postgres://farm@db1/wallfarm --watch
      """,
    accepts: FarmOptions.place,
    subcommands: [
      Command(
        "prepare", summary: "Make the tables of a queue, or bring them up to this version.",
        accepts: [.option(FarmOptions.roles), .option(FarmOptions.checkedOut)]),
      Command(
        "submit", summary: "Check a job file, and put its units into the queue.",
        discussion: """
          The whole file is checked before anything is changed. Then inputs go into the store, each under
          its digest, and all units into the queue, or none. Submitted again, only what has changed is
          rendered again. A store is found, and its credentials are, as other programs find them:
          AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, ~/.aws/credentials.
          """,
        accepts: [
          .operand(FarmOptions.jobs), .option(FarmOptions.out), .flag(BatchOptions.check),
          .flag(BatchOptions.skipInvalid), .flag(BatchOptions.allowOutside),
          .flag(FarmOptions.replace), .option(KeyOptions.key), .option(FarmOptions.inputs),
          .option(FarmOptions.inputBytes), .flag(FarmOptions.json),
        ] + PluginOptions.all),
      Command(
        "work", summary: "Render from the queue until told to stop.",
        discussion: """
          One for each machine: it has a worker for each core. SIGTERM or Ctrl-C begins no more units and
          finishes what runs, a second one ends it at once; neither costs an attempt.
          """,
        accepts: [
          .option(KeyOptions.key), .option(PoolOptions.workers), .option(PoolOptions.timeout),
          .option(BatchOptions.attempts), .option(PoolOptions.memory), .option(BatchOptions.lease),
          .option(PoolOptions.fence), .option(RenderOptions.cache),
          .option(RenderOptions.cacheBytes), .option(FarmOptions.inputs),
          .option(FarmOptions.inputBytes), .option(FarmOptions.listen),
          .flag(FarmOptions.untilEmpty), .flag(BatchOptions.quiet), .flag(BatchOptions.json),
        ] + PluginOptions.all),
      Command(
        "status", summary: "Show how far a farm is, and its machines.",
        accepts: [.flag(FarmOptions.watch), .flag(FarmOptions.json)]),
      Command(
        "report", summary: "Write a row for each unit: its receipt, or its error.",
        accepts: [.operand(reportFile)]),
    ])

  static let reportFile = Operand(
    "report", completion: .files(extensions: ["json"]),
    summary: "File to write, - for standard output, or s3://BUCKET/KEY.")

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
    default: preconditionFailure("a declared verb is not run: \(invocation.path)")
    }
    return .success
  }

  private func prepare() throws(RenderError) {
    let queue = try arguments.queue(making: true)
    Terminal.printLine("the tables are there, in \(queue.name)")
    if let out = invocation.value(of: FarmOptions.checkedOut) {
      let store = try ObjectCache().checkedStore(at: out)
      Terminal.printLine("pictures can go to \(store.address)")
    }
    guard let prefix = invocation.value(of: FarmOptions.roles) else { return }
    try queue.makeRoles(prefix: prefix)
    Terminal.printLine(
      "so are the roles \(prefix)_reader, \(prefix)_submitter, \(prefix)_worker and "
        + "\(prefix)_admin; make users members of them")
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
        .optionMissing, "nothing was named for the pictures", origin: .option("output"),
        hint: "add --output s3://BUCKET/PREFIX, or a folder that all machines share")
    }
    var request = SubmissionRequest(
      jobs: invocation.operands(FarmOptions.jobs).first ?? "-", out: out)
    request.allowsOutside = invocation.isOn(BatchOptions.allowOutside)
    request.skipsInvalid = invocation.isOn(BatchOptions.skipInvalid)
    request.replaces = invocation.isOn(FarmOptions.replace)
    let isChecking = invocation.isOn(BatchOptions.check)
    let installation = try Installation.find()
    let key = try arguments.key(making: !isChecking)
    // Connect first, so that an unreachable queue fails before a million jobs are checked.
    let queue = isChecking ? nil : try arguments.queue(making: true)
    if let queue, try !queue.isMade(with: key.key) { throw .wrongKey(queue.name) }
    let plugins = try PluginArguments(invocation).registry(installation)
    let submission = try FarmSubmission(
      request,
      FarmSubmission.Means(
        stores: ObjectCache(), cache: try arguments.cache(), key: key.key,
        installation: installation, plugins: plugins,
        films: MotionPlanner.making(installation, plugins)))
    let plan = PlanView(submission.plan, isChecking: isChecking, skipsInvalid: request.skipsInvalid)
    plan.show(isTalking: !invocation.isOn(FarmOptions.json), does: ("submits", "submitted")) {
      Terminal.print($0)
    }
    guard plan.goesOn else { return ExitStatus(submission.plan.mistakes.map(\.code)) }
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
    if added.changed > 0 { parts.append("\(added.changed) changed, to be made again") }
    if added.known > 0 { parts.append("\(added.known) as they were") }
    if found.retried > 0 { parts.append("\(found.retried) to be tried again") }
    if found.dropped.all > 0 { parts.append("\(found.dropped.all) of before forgotten") }
    if found.inputs > 0 {
      parts.append("\(counted(found.inputs, "input")), \(found.newInputs) of them new in the store")
    }
    Terminal.printLine(parts.joined(separator: "; "))
  }
}
