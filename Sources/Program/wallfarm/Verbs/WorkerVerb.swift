import Arguments
import BuiltInPlugins
import Designs
import FilmJobs
import Motion
import PluginHost
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm worker`: the worker process of a pool.
struct WorkerVerb: CommandVerb {
  static let beat = Option(
    "beat", value: "milliseconds", default: "1000", summary: "Interval between heartbeats.")
  static let onlyBuiltIn = Flag(
    "only-built-in", summary: "Load neither external plugins nor the key.")
  static let command = Command(
    "worker", summary: "Render the orders on standard input.",
    discussion: """
      Internal: 'wallfarm batch', 'bundle make' and 'preset cards' start this process. It reads
      orders from standard input and file descriptors from socket 3, does not use a queue or the
      network, and exits at the end of standard input.
      """,
    accepts: [
      .option(RenderOptions.cache), .option(RenderOptions.cacheBytes), .option(beat),
      .option(KeyOptions.key), .option(PoolOptions.fence), .flag(onlyBuiltIn),
    ] + PluginOptions.all, isPlumbing: true)

  let invocation: Invocation

  /// The arguments that start this program as a worker.
  static func arguments(
    cache: BackgroundCache?, beat: Duration, fence: WorkerFence.Choice
  ) -> [String] {
    var words = [
      "worker", "--\(Self.beat.long)=\(Int(beat / .milliseconds(1)))",
      "--\(PoolOptions.fence.long)=\(fence.rawValue)",
    ]
    if let cache {
      words += [
        "--\(RenderOptions.cache.long)=\(cache.folder)",
        "--\(RenderOptions.cacheBytes.long)=\(cache.mostBytes)",
      ]
    }
    return words
  }

  func run() throws(RenderError) -> ExitStatus {
    let beat = try invocation.count(Self.beat, most: 3_600_000)
    var settings = Worker.Settings(
      cache: try CommandLineRequests(invocation: invocation).cache(),
      beat: .milliseconds(beat ?? 1000))
    let installation = try Installation.findForUser()
    var plugins = PluginRegistry.builtIn
    if !invocation.isOn(Self.onlyBuiltIn) {
      settings.key = try KeyArguments(invocation: invocation).named()?.key
      plugins = try PluginArguments(invocation).registry(installation)
    }
    settings.fence = FenceArguments(invocation).fence(plugins)
    try PluginLauncher.begin(for: plugins, isFenced: settings.fence.choice != .off)
    let isWell = Worker.run(
      settings, installation: installation, plugins: plugins, devices: MotionScreen.catalog
    ) { FilmOrderMaker($0, installation) }
    return isWell ? .success : .failure
  }
}
