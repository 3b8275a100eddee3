import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import FilmJobs
import Glibc
import PluginHost
import RenderFarm
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm batch`: renders the jobs in a file on all cores.
struct BatchVerb: CommandVerb {
  static let command = Command(
    "batch", summary: "Render the jobs in a file on all cores.",
    discussion: """
      The command checks the whole file before it renders. If it is killed, run the same
      command to resume. The first Ctrl-C lets pictures in progress finish; the second one stops
      immediately.

        wallfarm batch jobs.json --output out
        wallfarm batch jobs.json --output out --check
        wallfarm batch jobs.jsonl --output out --shard 2/8 --report report.json
      """,
    accepts: BatchOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let arguments = BatchArguments(invocation: invocation)
    let request = try arguments.request()
    try checkFiles(out: request.out)
    if Files.kind(of: request.out) == .regular {
      throw RenderError(
        .outputFailed, "'\(request.out)' cannot be the output folder, because it is a file",
        origin: .option(BatchOptions.out.long),
        hint: "name a folder; it is created if it does not exist")
    }
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    let batch = try Batch(
      request, installation: installation, plugins: plugins,
      films: MotionPlanner.making(installation, plugins))
    let settings = try arguments.settings(out: batch.out, key: batch.key)
    for (option, path) in files where PipedFile.output(path) == nil {
      try batch.checkIsFree(path, origin: option)
    }
    if let plan = batch.plan {
      let view = PlanView(
        plan, isChecking: request.checksOnly, skipsInvalid: request.skipsInvalid)
      view.show(isVerbose: isVerbose, does: ("renders", "rendered"), say: say)
      if !view.canRun {
        return ExitStatus(plan.mistakes.map(\.code))
      }
      if invocation.isOn(BatchOptions.check) { return plan.mistakeCount > 0 ? .failure : .success }
    }
    // Workers use the same installation as this process.
    setenv("WALLFARM_HOME", installation.root, 1)
    // Until `StopSignals.watch` is called, a signal may terminate the program, because rendering
    // has not started.
    let found = try batch.prepare()
    try makeFolders()
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    show(found)
    warnOfFence(plugins)
    return try run(batch, found, settings)
  }

  private func run(
    _ batch: Batch, _ found: Batch.Preparation, _ settings: FarmSettings
  ) throws(RenderError) -> ExitStatus {
    let out = invocation.value(of: BatchOptions.queue) ?? invocation.value(of: BatchOptions.out)
    let progress = BatchProgress(style, counts: found.counts, place: out ?? batch.out)
    progress.begin()
    let metrics = MetricsWriter(path: invocation.value(of: BatchOptions.metrics))
    let (end, figures) = try batch.run(
      settings, stopRequests: { StopSignals.count }, tell: { progress.tell($0) }
    ) { (figures, current) throws(RenderError) in
      progress.tick(figures, current: current) { () throws(RenderError) in try batch.counts() }
      try metrics.tick(figures) { () throws(RenderError) in try batch.counts() }
    }
    let counts = try batch.counts()
    let missing = try batch.countMissing()
    progress.end(end, counts, figures)
    try metrics.write(counts, figures)
    if let report = invocation.value(of: BatchOptions.report), let queue = batch.queue {
      try ReportSink(report).write(
        of: queue, figures: figures, invalidJobs: batch.plan?.invalidJobs ?? 0,
        mistakes: batch.plan?.mistakes ?? [])
    }
    try summarize(batch, end, counts, figures)
    if missing > 0 {
      Terminal.report(
        "\(counted(missing, "finished file")) missing; run the same command to render them again")
    }
    let hasFailed = counts.dead > 0 || (batch.plan?.mistakeCount ?? 0) > 0
    if !hasFailed, counts.open == 0, missing == 0 { return .success }
    if counts.open > 0, let signal = StopSignals.first { return signal }
    return hasFailed ? .failure : .paused
  }

  private var style: BatchProgress.Style {
    if invocation.isOn(BatchOptions.json) { return .json }
    if invocation.isOn(BatchOptions.quiet) { return .quiet }
    return Terminal.errorIsTerminal ? .bar : .lines
  }

  /// Whether to print messages for a human reader.
  private var isVerbose: Bool { style == .bar || style == .lines }

  /// The report and metrics files that the user specified, each with its option.
  private var files: [(Origin, String)] {
    [BatchOptions.report, BatchOptions.metrics].compactMap { option in
      invocation.value(of: option).map { (.option(option.long), $0) }
    }
  }

  /// Checks the report and metrics files early, so that a problem is found before rendering.
  private func checkFiles(out: String) throws(RenderError) {
    for (option, path) in files {
      let sink = OutputSink(path)
      if case .descriptor = sink, option == .option(BatchOptions.metrics.long) {
        throw RenderError(
          .conflictingOptions, "--metrics requires a regular file, but '\(path)' is not one",
          origin: option, hint: "name a file")
      }
      if sink.isStandardOutput, invocation.isOn(BatchOptions.json) {
        throw .excluding(
          option, value: path, "--json", hint: "write the report to a file")
      }
      if !isMadeLater(path, out) { try sink.check(option, isText: true) }
    }
    // Compare resolved paths, because the folders of the two files may not exist yet.
    let places = files.map { PathComparison.placeToWrite($0.1) }
    if places.count == 2, PathComparison.isSame(places[0], places[1]) {
      throw .excluding(.option("report"), "--metrics", hint: "use two different files")
    }
  }

  /// Returns whether a file's folder does not exist yet but will be created later.
  ///
  /// This is the case if the folder is the output folder or is inside it.
  private func isMadeLater(_ path: String, _ out: String) -> Bool {
    let folder = Files.folder(of: path)
    guard PipedFile.output(path) == nil, Files.kind(of: folder) == nil,
      let place = Files.resolvedAsFar(folder),
      let root = Files.resolvedAsFar(out.last == "/" ? Files.folder(of: out) : out)
    else { return false }
    return place == root || place.hasPrefix(root + "/")
  }

  /// Creates the folders of the report and metrics files, and checks that the files can be written.
  private func makeFolders() throws(RenderError) {
    for (option, path) in files where PipedFile.output(path) == nil {
      try WholeFile.makeFolder(Files.folder(of: path))
      try OutputSink(path).check(option, isText: true)
    }
  }

  // MARK: - Messages

  /// Prints the warning about an incomplete plugin fence once per batch.
  ///
  /// The receipt of each picture also records the fence around its plugins.
  private func warnOfFence(_ plugins: PluginRegistry) {
    let isInProcess = invocation.isOn(PluginOptions.inProcess)
    guard !invocation.isOn(BatchOptions.quiet),
      let warning = PluginFence.warning(plugins, callsLibraries: isInProcess)
    else { return }
    Terminal.report(warning)
  }

  /// Prints to standard output, or to standard error if the report is written to standard output.
  private func say(_ text: String) {
    let report = invocation.value(of: BatchOptions.report)
    if report.map({ OutputSink($0).isStandardOutput }) == true {
      Terminal.report(text)
    } else {
      Terminal.print(text)
    }
  }

  private func show(_ found: Batch.Preparation) {
    if let name = found.setAside {
      Terminal.report(
        "the queue was damaged and has been rebuilt with "
          + "\(counted(found.restored, "intact picture")); the damaged queue is '\(name)'")
    } else if found.restored > 0 {
      Terminal.report(
        "the queue was missing and has been rebuilt with "
          + "\(counted(found.restored, "intact picture"))")
    }
    guard isVerbose else { return }
    if found.dropped > 0 {
      Terminal.report(
        "\(counted(found.dropped, "unit")) from an earlier job file removed")
    }
    if found.missing > 0 {
      Terminal.report(
        "\(counted(found.missing, "finished file")) missing or changed; rendering again")
    }
    if found.hasOtherKey {
      Terminal.report("the key has changed; rendering all pictures with notes again")
    }
    if found.retried > 0 {
      Terminal.report(
        "\(counted(found.retried, "unit")) failed because of an input that is valid now; retrying")
    }
    if let changed = found.added?.changed, changed > 0 {
      Terminal.report("\(counted(changed, "unit")) changed since the last run; rendering again")
    }
  }

  private func summarize(
    _ batch: Batch, _ end: FarmEnd, _ counts: UnitCounts, _ figures: FarmFigures
  ) throws(RenderError) {
    guard style != .json else { return }
    let out = invocation.value(of: BatchOptions.out) ?? batch.out
    if isVerbose {
      let seconds = figures.elapsed / .seconds(1)
      let noun = (batch.plan?.films ?? 0) > 0 ? "file" : "picture"
      var line = "\(counts.done) of \(counted(counts.all, noun)) in \(out)"
      if figures.done > 0 {
        line += ", \(figures.done) in this run in \(tenths(seconds)) s"
        line += " (\(tenths(Double(figures.done) / max(seconds, 0.001))) per second)"
      }
      say(line.visible)
    }
    if case .finished = end {
    } else {
      Terminal.report(
        "stopped with \(counted(counts.open, "unit")) left; run the same command to resume")
    }
    guard counts.dead > 0, let queue = batch.queue else { return }
    try Terminal.report(FailureTable(queue).text)
    let place = invocation.value(of: BatchOptions.queue) ?? out
    Terminal.report(
      "After you fix the cause, run 'wallfarm queue retry \(place)' and then the same command.")
  }

  private func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// Rewrites the metrics file every 5 s.
private final class MetricsWriter {
  private let path: String?
  private let clock = SuspendingClock()
  private var written: SuspendingClock.Instant?

  init(path: String?) { self.path = path }

  func tick(
    _ figures: FarmFigures, read: () throws(RenderError) -> UnitCounts
  ) throws(RenderError) {
    guard path != nil else { return }
    if let written, clock.now - written < .seconds(5) { return }
    written = clock.now
    // Ignore errors such as a full disk, so that the batch continues; the final write reports them.
    try? write(try read(), figures)
  }

  func write(_ counts: UnitCounts, _ figures: FarmFigures) throws(RenderError) {
    guard let path else { return }
    try Metrics.write(to: path, counts: counts, figures: figures)
  }
}

extension RenderError {
  /// The message with the path of the error's file, unless messages with this error code already
  /// contain the path.
  var withItsFile: String {
    guard let file = origin?.file, code != .fileUnreadable, code != .fileTooLarge else {
      return message
    }
    return "\(message) (\(file))"
  }
}

/// A table of dead units, which failed permanently or were canceled, grouped by error code.
struct FailureTable {
  private var kinds: [(code: String, count: Int, unit: String, message: String)] = []

  init(_ queue: any QueueAdmin) throws(RenderError) {
    var last: String?
    while true {
      let rows = try queue.units(in: .dead, most: 500, after: last)
      for row in rows {
        last = row.spec.id
        let code = row.error?.code.rawValue ?? "unknown"
        if let index = kinds.firstIndex(where: { $0.code == code }) {
          kinds[index].count += 1
        } else {
          kinds.append((code, 1, row.spec.id, row.error?.withItsFile ?? ""))
        }
      }
      if rows.count < 500 { break }
    }
    kinds.sort { $0.count > $1.count }
  }

  var text: String {
    Table(
      ["failed", "code", "first unit", "error"],
      kinds.map {
        [.number(Double($0.count)), .text($0.code), .text($0.unit), .text($0.message)]
      }
    ).text
  }
}
