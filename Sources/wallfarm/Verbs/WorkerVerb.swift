import Arguments
import BuiltInPlugins
import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm worker`: what `batch` starts, once for each worker.
struct WorkerVerb {
  static let out = Option("out", value: "folder", summary: "Folder that units write below.")
  static let beat = Option(
    "beat", value: "milliseconds", default: "1000", summary: "Time between two signs of life.")
  static let command = Command(
    "worker", summary: "Render the units that batch hands out on standard input.",
    discussion: """
      For programs, not for people: 'wallfarm batch' starts its workers with it. It opens no queue
      and no network, and ends when standard input does.
      """,
    accepts: [
      .option(out), .flag(BatchOptions.allowOutside), .option(RenderOptions.cache),
      .option(RenderOptions.cacheBytes), .option(beat),
      .option(KeyOptions.key),
    ] + PluginOptions.all)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The words that make the program a worker.
  static func arguments(
    out: String, allowsOutside: Bool, cache: BackgroundCache?, beat: Duration
  ) -> [String] {
    var words = [
      "worker", "--\(Self.out.long)=\(out)", "--\(Self.beat.long)=\(Int(beat / .milliseconds(1)))",
    ]
    if allowsOutside { words.append("--\(BatchOptions.allowOutside.long)") }
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
      out: invocation.value(of: Self.out) ?? ".",
      allowsOutside: invocation.isOn(BatchOptions.allowOutside),
      cache: try CommandLineRequests(invocation: invocation).cache(),
      beat: .milliseconds(beat ?? 1000))
    settings.key = try KeyArguments(invocation: invocation).named()?.key
    let installation = try Installation.find()
    let plugins = try PluginArguments(invocation).registry(installation)
    return Worker.run(settings, installation: installation, plugins: plugins) ? .success : .failure
  }
}
