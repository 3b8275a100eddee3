import Arguments
import Designs
import Glibc
import PluginHost
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// The options of verbs that have workers.
enum PoolOptions {
  static let workers = Option(
    "workers", short: "j", value: "count", default: "one for each core",
    summary: "Worker processes.")
  static let timeout = Option(
    "timeout", value: "seconds", default: "60",
    summary: "Most time for one attempt of one picture.")
  static let memory = Option(
    "worker-memory", value: "megabytes", default: "1024",
    summary: "Most memory of one worker; programs of its plugins may have --plugin-memory more.")
  static let fence = Option(
    "fence", value: "choice", default: "best",
    allowed: WorkerFence.Choice.allCases.map(\.rawValue),
    summary: "Lock workers in: required, best (as well as the kernel can), or off.")

  static let all: [Declaration] = [
    .option(workers), .option(timeout), .option(memory), .option(fence),
  ]
}

/// Reads them, and how a verb that waits for a few pictures gets them from workers.
struct PoolArguments {
  let invocation: Invocation

  /// The command of a worker with the options of this call.
  ///
  /// - Parameters:
  ///   - key: what notes enter fingerprints with.
  ///   - beat: time between two signs of life.
  ///   - usesPlugins: whether it may use plugins from outside.
  ///   - fence: how it is locked in; nil: as the options say.
  /// - Returns: the words that make this program a worker.
  /// - Throws: `invalid-parameter`, and what a cache that cannot be used throws.
  func command(
    key: KeyFile?, beat: Duration, usesPlugins: Bool = true, fence: WorkerFence.Choice? = nil
  ) throws(RenderError) -> [String] {
    let cache = try CommandLineRequests(invocation: invocation).cache()
    let fence = fence ?? FenceArguments(invocation).choice
    // The very program that runs, also where the file was replaced by a newer one meanwhile.
    var words = ["/proc/self/exe"] + WorkerVerb.arguments(cache: cache, beat: beat, fence: fence)
    if let key { words.append("--\(KeyOptions.key.long)=\(key.path)") }
    guard usesPlugins else { return words + ["--\(WorkerVerb.onlyBuiltIn.long)"] }
    return words + PluginArguments(invocation).words
  }

  /// How many there are, and what each may use; their command is to be set.
  ///
  /// - Throws: `invalid-parameter`.
  func settings() throws(RenderError) -> PoolSettings {
    var settings = PoolSettings(
      command: [],
      workers: try invocation.count(PoolOptions.workers, most: 1024) ?? Processors.count)
    let plugin = try PluginArguments(invocation).limits()
    settings.programMegabytes = plugin.megabytes
    // A plugin that may take long leaves time for the rest of the picture.
    settings.timeout =
      try invocation.seconds(PoolOptions.timeout)
      ?? max(settings.timeout, plugin.time + .seconds(50))
    settings.workerMegabytes =
      try invocation.count(PoolOptions.memory, most: 1 << 20) ?? settings.workerMegabytes
    return settings
  }

  /// Workers that find their data where this program found it.
  ///
  /// - Parameters:
  ///   - installation: where that is.
  ///   - key: what notes enter fingerprints with.
  ///   - usesPlugins: whether they may use plugins from outside.
  /// - Returns: what makes pictures.
  /// - Throws: `invalid-parameter`.
  func pictures(
    _ installation: Installation, key: KeyFile? = nil, usesPlugins: Bool = true
  ) throws(RenderError) -> PoolPictures {
    StopSignals.ignoreBrokenPipes()
    setenv("WALLFARM_HOME", installation.root, 1)
    var settings = try settings()
    settings.command = try command(key: key, beat: .seconds(1), usesPlugins: usesPlugins)
    let isQuiet = invocation.isOn(RenderOptions.quiet)
    return PoolPictures(settings, installation: installation) { fence in
      if !isQuiet, let sentence = fence.whatIsMissing { Terminal.note(sentence) }
    }
  }
}

extension WorkerFence.Report {
  /// What people are told of a fence that is not whole; nil where it is.
  var whatIsMissing: String? {
    let names = WorkerFence.Layer.allCases.filter(missing.contains).map(\.rawValue)
    guard !names.isEmpty else { return nil }
    return "workers run without a part of their fence: \(names.joined(separator: ", ")); "
      + "see 'wallfarm doctor'"
  }
}
