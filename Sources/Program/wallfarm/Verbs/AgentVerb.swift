import Arguments
import Designs
import Glibc
import PluginHost
import RenderPool
import Service
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm mcp`: serves the Model Context Protocol on standard input and output.
struct AgentVerb: CommandVerb {
  static let output = Option(
    "output", short: "o", value: "folder", default: "the current folder",
    completion: .files(extensions: []),
    summary: "Folder where agents can write pictures; its subfolders are included.")
  static let command = Command(
    "mcp", summary: "Serve an agent over the Model Context Protocol.",
    discussion: """
      The agent's host starts this process and exchanges JSON messages with it, one per line. The
      process exits when its standard input ends; see docs/agents.md for the tools.

        wallfarm mcp --output ~/Pictures
      """,
    accepts: [
      .option(output), .option(ServeOptions.state), .option(PoolOptions.workers),
      .option(PoolOptions.timeout), .option(PoolOptions.memory), .option(PoolOptions.fence),
      .option(RenderOptions.cache), .option(RenderOptions.cacheBytes), .option(KeyOptions.key),
    ] + PluginOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let key = try KeyArguments(invocation: invocation).key(making: true)
    let pool = PoolArguments(invocation: invocation)
    var settings = ServiceSettings(pool: try pool.settings())
    settings.pool.command = try pool.command(key: key, beat: .seconds(1))
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    let lists = try ServedLists(invocation).all(installation)
    let state = ServeArguments(invocation: invocation)
    let keys = KeyRing(access: AccessKeys(), addresses: AddressKeys())
    let store = try state.store()
    // No other process can create the keys now, because the store has locked the state folder for
    // this process.
    let own = try state.ownAddressKeys(isNeeded: try store.hasRequests())
    if let own { keys.replace(addresses: own) }
    // Workers use the same installation as this process.
    setenv("WALLFARM_HOME", installation.root, 1)
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    let service = try Service(
      settings, installation: installation, plugins: plugins, key: key?.key, keys: keys,
      store: store, lists: lists, log: nil)
    defer { service.end() }
    let pipe = try service.agentPipe(writingTo: invocation.value(of: Self.output) ?? ".")
    pipe.start()
    serve(service, pipe)
    return .success
  }

  /// Runs until the input has ended and every message has been answered, or until a stop signal
  /// arrives.
  private func serve(_ service: Service, _ pipe: AgentPipe) {
    var reported: RenderError?
    while StopSignals.count == 0, !pipe.wait(for: .milliseconds(250)) {
      service.lookAfter()
      let failure = service.failure
      if let failure, failure != reported { Terminal.report("\(failure)") }
      reported = failure
    }
  }
}
