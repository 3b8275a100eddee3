import Arguments
import Files
import FilmJobs
import Glibc
import RenderFarm
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// The options of `batch`.
enum BatchOptions {
  static let jobs = Operand(
    "job-file", required: false, completion: .files(extensions: ["json", "jsonl", "ndjson"]),
    summary: "Job file in JSON or JSON Lines; - is standard input. If omitted, the queue resumes.")
  static let out = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Output folder; its subfolder .wallfarm contains the queue.")
  static let check = Flag("check", summary: "Check the job file without rendering.")
  static let skipInvalid = Flag(
    "skip-invalid", summary: "Render valid jobs even if other jobs have errors.")
  static let allowOutside = Flag(
    "allow-outside",
    summary: "Allow inputs outside the job file's folder and outputs outside --output.")
  static let shard = Option(
    "shard", value: "i/n",
    summary: "Render only subset i of n fixed subsets of the units, for example 2/8.")
  static let verify = Flag(
    "verify", invertible: true, default: true,
    summary: "Verify the digests of finished files and render changed files again.")
  static let queue = Option(
    "queue", value: "folder", completion: .directories,
    summary: "Folder for the queue; must be on a local disk if --output is a network share.")
  static let attempts = Option(
    "attempts", value: "count", default: "3",
    summary: "Maximum attempts at a unit; only retryable failures are retried.")
  static let lease = Option(
    "lease", value: "seconds", default: "30",
    summary: "Time after which the unit of an unresponsive worker goes to another worker.")
  static let report = Option(
    "report", value: "file", completion: .files(extensions: ["json"]),
    summary: "Write a JSON report with the receipt or error of each unit.")
  static let metrics = Option(
    "metrics", value: "file", completion: .files(extensions: ["prom"]),
    summary: "Write metrics for Prometheus to a file every 5 seconds.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")
  static let json = Flag("json", summary: "Print events as JSON Lines.")

  static let all: [Declaration] =
    [
      .operand(jobs), .option(out), .flag(check), .flag(skipInvalid), .flag(allowOutside),
      .option(shard), .flag(verify), .option(queue), .option(PoolOptions.workers),
      .option(PoolOptions.timeout),
      .option(attempts), .option(PoolOptions.memory), .option(lease), .option(PoolOptions.fence),
      .option(RenderOptions.cache),
      .option(RenderOptions.cacheBytes), .option(KeyOptions.key), .option(report), .option(metrics),
      .flag(quiet),
      .flag(json), .option(DeviceOptions.devices),
    ] + ContentOptions.all + PluginOptions.all
}

/// Reads the options of `batch`.
struct BatchArguments {
  let invocation: Invocation

  func request() throws(RenderError) -> BatchRequest {
    guard let out = invocation.value(of: BatchOptions.out) else {
      throw RenderError(
        .optionMissing, "no output folder was given", origin: .option("output"),
        hint: "add --output out/")
    }
    var request = BatchRequest(
      jobs: invocation.operands(BatchOptions.jobs).first, out: out)
    request.queueFolder = invocation.value(of: BatchOptions.queue)
    request.allowsOutside = invocation.isOn(BatchOptions.allowOutside)
    request.skipsInvalid = invocation.isOn(BatchOptions.skipInvalid)
    request.shard = try invocation.value(of: BatchOptions.shard).map { (text) throws(RenderError) in
      try Shard(parsing: text)
    }
    request.verifies = invocation.isOn(BatchOptions.verify)
    request.checksOnly = invocation.isOn(BatchOptions.check)
    request.key = try KeyArguments(invocation: invocation).named()
    request.sources = try ContentArguments(invocation: invocation).sources(
      fence: FenceArguments(invocation).choice)
    return request
  }

  /// Reads the settings of the farm.
  ///
  /// - Parameters:
  ///   - out: The absolute path of the output folder.
  ///   - key: The key of the batch, which workers also read.
  /// - Returns: The settings with every option applied.
  /// - Throws: `invalid-parameter`, and errors for an unusable cache.
  func settings(out: String, key: KeyFile?) throws(RenderError) -> FarmSettings {
    let arguments = PoolArguments(invocation: invocation)
    var settings = FarmSettings(pool: try arguments.settings(), out: out)
    settings.retries.attempts = try invocation.count(BatchOptions.attempts, most: 100) ?? 3
    settings.lease = try invocation.seconds(BatchOptions.lease) ?? settings.lease
    settings.makeParts = { (film) throws(RenderError) in try FilmParts(film) }
    settings.pool.command = try arguments.command(key: key, beat: settings.beat)
    return settings
  }
}
