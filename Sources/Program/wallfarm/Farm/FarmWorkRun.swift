import Arguments
import BuiltInPlugins
import Designs
import Glibc
import HTTP
import PluginHost
import RenderFarm
import RenderPool
import Stores
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm farm work`: runs one machine of a farm.
struct FarmWorkRun {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let arguments = FarmArguments(invocation: invocation)
    let installation = try Installation.find()
    let plugins = try PluginArguments(invocation).registry(installation)
    let key = try arguments.key(making: false)
    let settings = try settings(key)
    let address = try arguments.address()
    let cache = try arguments.cache()
    let toolchain = try Toolchain(of: installation, plugins)
    let queue = try arguments.queue()
    let progress = BatchProgress(style, counts: try queue.counts(), place: queue.name)
    let work = try FarmWork(
      queue, settings, toolchain, stores: ObjectCache(), cache: cache, key: key.key
    ) { progress.tell($0) }
    let health = FarmHealth()
    let server = try address.map { (address) throws(RenderError) in
      let socket = try ListeningSocket(address, origin: .option("listen"))
      if style == .lines || style == .bar {
        Terminal.note(
          "health checks and metrics at \(socket.name)")
      }
      return try HTTPServer(socket, limits: .ofFigures, handler: health)
    }
    // Workers use the same installation as this process.
    setenv("WALLFARM_HOME", installation.root, 1)
    StopSignals.watch()
    progress.begin()
    if style == .lines || style == .bar {
      Terminal.note("\(work.holder) renders from \(queue.name) with toolchain \(toolchain.digest)")
    }
    var systemd = SystemdNotice()
    systemd.ready()
    let end = try work.run(stopRequests: { StopSignals.count }) {
      health.tick(work.health, work.figures)
      server?.lookAfter()
      systemd.tick(isStopping: StopSignals.count > 0)
      progress.tick(work.figures, current: work.current) { work.health.counts }
    }
    // If no unit is running, the loop may end before its next tick, so report the stop to systemd
    // here.
    systemd.tick(isStopping: true)
    server?.stop(HTTPAnswer(503, type: "text/plain", "the machine is stopping\n"))
    progress.end(end, work.health.counts, work.figures)
    if style == .lines || style == .bar {
      Terminal.note("\(counted(work.figures.done, "picture")) rendered")
    }
    if case .finished = end { return .success }
    // The first stop request lets all running units finish, so the run succeeds; the second one
    // cancels them.
    return StopSignals.count > 1 ? StopSignals.first ?? .success : .success
  }

  private var style: BatchProgress.Style {
    if invocation.isOn(BatchOptions.json) { return .json }
    if invocation.isOn(BatchOptions.quiet) { return .quiet }
    return Terminal.errorIsTerminal ? .bar : .lines
  }

  private func settings(_ key: KeyFile) throws(RenderError) -> FarmSettings {
    var settings = try BatchArguments(invocation: invocation).settings(out: "/", key: key)
    settings.endsWhenEmpty = invocation.isOn(FarmOptions.untilEmpty)
    settings.keepsFinished = try invocation.age(FarmOptions.keepFinished)
    return settings
  }
}
