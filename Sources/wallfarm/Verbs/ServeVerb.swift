import Arguments
import Designs
import Glibc
import HTTP
import PluginHost
import RenderFarm
import RenderPool
import Service
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm serve`: makes pictures for programs that ask over HTTP.
struct ServeVerb {
  static let command = Command(
    "serve", summary: "Make pictures for programs that ask over HTTP.",
    discussion: """
      It runs until it is told to end, and finishes what it is at then. Requests are those of
      'wallfarm render --request'; docs/serve.md has every address.

        wallfarm serve --listen 127.0.0.1:8080
        curl -d '{"devices": "iphone15", "notes": ["Buy milk"]}' \\
          127.0.0.1:8080/v1/render -o lock.png
      """,
    accepts: ServeOptions.all)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let arguments = ServeArguments(invocation: invocation)
    let address = try arguments.address()
    let metricsAddress = try arguments.metricsAddress()
    let key = try KeyArguments(invocation: invocation).key(making: true)
    var settings = try arguments.settings(address, key: key)
    settings.http.connections = OpenFiles.raised(keeping: 512, atMost: settings.http.connections)
    let installation = try Installation.find()
    let plugins = try PluginArguments(invocation).registry(installation)
    let lists = try lists()
    if invocation.isOn(ServeOptions.check) {
      Terminal.print("everything is as it has to be")
      return .success
    }
    let log = try arguments.accessLog()
    let socket = try ListeningSocket(address, origin: .option("listen"))
    let metricsSocket = try metricsAddress.map { (address) throws(RenderError) in
      try ListeningSocket(address, origin: .option("metrics"))
    }
    // Workers find their data where this program found it.
    setenv("WALLFARM_HOME", installation.root, 1)
    StopSignals.watch()
    StopSignals.ignoreBrokenPipes()
    let service = try Service(
      settings, installation: installation, plugins: plugins, key: key?.key,
      lists: lists,
      log: log)
    let server = try HTTPServer(socket, limits: settings.http, handler: service)
    service.countLoad { (server.connections, server.openRequests) }
    let figures = try metricsSocket.map { (socket) throws(RenderError) in
      try HTTPServer(socket, handler: FiguresHandler(service))
    }
    Terminal.note("serving at \(socket.name)")
    if let metricsSocket { Terminal.note("figures at \(metricsSocket.name)/metrics") }
    serve(service, [server] + (figures.map { [$0] } ?? []))
    announce(service, [server] + (figures.map { [$0] } ?? []), try arguments.announcement())
    end(service, server, figures, settings)
    return .success
  }

  /// Until it is told to end.
  private func serve(_ service: Service, _ servers: [HTTPServer]) {
    var toldFence = false
    var told: RenderError?
    while StopSignals.count == 0 {
      service.lookAfter()
      for server in servers { server.lookAfter() }
      if !toldFence, let fence = service.fence {
        toldFence = true
        if let sentence = fence.whatIsMissing { Terminal.note(sentence) }
      }
      let failure = service.failure
      if let failure, failure != told { Terminal.report("\(failure)") }
      told = failure
      // A signal ends it early.
      usleep(250_000)
    }
  }

  /// Says that it is about to end, and serves on for a while, so that those who look at it send no one any more.
  private func announce(_ service: Service, _ servers: [HTTPServer], _ time: Duration) {
    service.announceEnd()
    let end = SuspendingClock().now + time
    while SuspendingClock().now < end, StopSignals.count < 2 {
      service.lookAfter()
      for server in servers { server.lookAfter() }
      usleep(50_000)
    }
  }

  /// Finishes what is being made; a second signal ends that too.
  private func end(
    _ service: Service, _ server: HTTPServer, _ figures: HTTPServer?, _ settings: ServiceSettings
  ) {
    server.quiesce()
    let clock = SuspendingClock()
    let last = clock.now + settings.grace
    while service.drain() || server.openRequests > 0, clock.now < last, StopSignals.count < 2 {
      service.lookAfter()
      server.lookAfter()
      figures?.lookAfter()
      usleep(20_000)
    }
    server.stop(Service.farewell)
    figures?.quiesce()
    figures?.stop(Service.farewell)
    service.end()
  }

  /// What clients can choose from, as the verbs that list it print it.
  private func lists() throws(RenderError) -> [String: JSONValue] {
    let list = ListVerb(invocation)
    return [
      "devices": try list.table("device").json, "themes": try list.table("theme").json,
      "templates": try list.table("template").json, "schema": JobField.schemaOfRequests,
    ]
  }
}
