import Arguments
import Designs
import Glibc
import PluginHost
import Processes
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// Options of verbs that run workers.
enum PoolOptions {
  static let workers = Option(
    "workers", short: "j", value: "count", default: "one for each core",
    summary: "Number of worker processes.")
  static let timeout = Option(
    "timeout", value: "seconds", default: "60",
    summary: "Timeout for one attempt at a picture.")
  static let memory = Option(
    "worker-memory", value: "megabytes", default: "1024",
    summary: "Maximum memory of a worker, excluding plugin programs (see --plugin-memory).")
  static let fence = Option(
    "fence", value: "choice", default: "best",
    allowed: WorkerFence.Choice.allCases.map(\.rawValue),
    summary: "Fence for workers: required, best (the layers that the kernel supports), or off.")

  static let all: [Declaration] = [
    .option(workers), .option(timeout), .option(memory), .option(fence),
  ]
}

/// Reads the worker options, and creates a pool for verbs that wait for a few pictures.
struct PoolArguments {
  let invocation: Invocation

  /// Returns the worker command line with the options of this invocation.
  ///
  /// - Parameters:
  ///   - key: The key that hashes notes in fingerprints.
  ///   - beat: The heartbeat interval.
  ///   - usesPlugins: Whether the worker may run external plugins.
  ///   - fence: The fence strength; if `nil`, the `--fence` option applies.
  /// - Returns: The arguments that start this program as a worker.
  /// - Throws: `invalid-parameter`, and errors for an unusable cache.
  func command(
    key: KeyFile?, beat: Duration, usesPlugins: Bool = true, fence: WorkerFence.Choice? = nil
  ) throws(RenderError) -> [String] {
    let cache = try CommandLineRequests(invocation: invocation).cache()
    let fence = fence ?? FenceArguments(invocation).choice
    var words = [CurrentProgram.path] + WorkerVerb.arguments(cache: cache, beat: beat, fence: fence)
    if let key { words.append("--\(KeyOptions.key.long)=\(key.path)") }
    guard usesPlugins else { return words + ["--\(WorkerVerb.onlyBuiltIn.long)"] }
    return words + PluginArguments(invocation).words
  }

  /// Reads the worker count and limits; the caller must add the worker command.
  ///
  /// - Throws: `invalid-parameter`.
  func settings() throws(RenderError) -> PoolSettings {
    var settings = PoolSettings(
      command: [],
      workers: try invocation.count(PoolOptions.workers, most: 1024) ?? Processors.count)
    let plugin = try PluginArguments(invocation).limits()
    settings.programMegabytes = plugin.megabytes
    // By default, allow 50 s more than the plugin time limit for the rest of the picture, even if
    // that limit is high.
    settings.timeout =
      try invocation.seconds(PoolOptions.timeout)
      ?? max(settings.timeout, plugin.time + .seconds(50))
    settings.workerMegabytes =
      try invocation.count(PoolOptions.memory, most: 1 << 20) ?? settings.workerMegabytes
    return settings
  }

  /// Creates a pool whose workers use the same installation as this process.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - key: The key that hashes notes in fingerprints.
  ///   - usesPlugins: Whether workers may run external plugins.
  /// - Returns: An object that renders pictures with the pool.
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
      if !isQuiet, let sentence = fence.missingLayersMessage { Terminal.note(sentence) }
    }
  }
}

extension WorkerFence.Report {
  /// A message about missing fence layers, or `nil` if the fence is complete.
  var missingLayersMessage: String? {
    guard !missing.isEmpty else { return nil }
    return
      "workers run without these layers of their fence: \(namesOfMissing.joined(separator: ", ")); "
      + "see 'wallfarm doctor'"
  }
}
