import Arguments
import Designs
import Glibc
import HTTP
import PluginHost
import RenderPool
import Service
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm serve`: renders pictures over HTTP.
struct ServeVerb: CommandVerb {
  static let command = Command(
    "serve", summary: "Render pictures for HTTP clients.",
    discussion: """
      The service runs until a stop signal arrives, and then finishes open requests. Requests have
      the same format as for 'wallfarm render --request'; see docs/serve.md for the endpoints. Each
      option can also be set in the --config file or in an environment variable, such as
      WALLFARM_SERVE_LISTEN for --listen.

        wallfarm serve --listen 127.0.0.1:8080
        curl -d '{"devices": "iphone15", "notes": ["Buy milk"]}' \\
          127.0.0.1:8080/v1/render -o lock.png
      """,
    accepts: ServeOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let configuration = try ServeConfiguration(invocation)
    return try configuration.reading { () throws(RenderError) in
      try run(ServeArguments(invocation: configuration.invocation))
    }
  }

  private func run(_ arguments: ServeArguments) throws(RenderError) -> ExitStatus {
    let invocation = arguments.invocation
    // Include the devices again, because the configuration file may set `--devices`.
    try DeviceOptions.include(for: invocation)
    let address = try arguments.address()
    let metricsAddress = try arguments.metricsAddress()
    let key = try KeyArguments(invocation: invocation).key(making: true)
    var settings = try arguments.settings(address, key: key)
    settings.http.connections = OpenFiles.raised(
      keeping: 512 + settings.keptFiles, atMost: settings.http.connections)
    settings.http.connectionsOfAddress = try arguments.connectionsOfAddress(
      of: settings.http.connections)
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    let lists = try ServedLists(invocation).all(installation)
    settings.flows = try ServedFlows(arguments.invocation, installation, plugins).pages()
    let keys = try arguments.keys()
    let announcement = try arguments.announcement()
    if invocation.isOn(ServeOptions.check) {
      try arguments.check()
      Terminal.print("the configuration is valid")
      return .success
    }
    let store = try arguments.store()
    // No other process can create the keys now, because the store has locked the state folder for
    // this process.
    let own = try arguments.ownAddressKeys(isNeeded: try store.hasRequests())
    if let own { keys.replace(addresses: own) }
    let log = try arguments.accessLog()
    let socket = try ListeningSocket(address, origin: .option("listen"))
    let metricsSocket = try metricsAddress.map { (address) throws(RenderError) in
      try ListeningSocket(address, origin: .option("metrics"))
    }
    // Workers use the same installation as this process.
    setenv("WALLFARM_HOME", installation.root, 1)
    StopSignals.watch()
    // In a terminal, SIGHUP remains a stop signal, so closing the window ends the service.
    if isatty(0) == 0 { ReloadSignal.watch() }
    StopSignals.ignoreBrokenPipes()
    let service = try Service(
      settings, installation: installation, plugins: plugins, key: key?.key, keys: keys,
      store: store, lists: lists, log: log)
    let server = try HTTPServer(socket, limits: settings.http, handler: service)
    service.countLoad { (server.connections, server.openRequests) }
    let figures = try metricsSocket.map { (socket) throws(RenderError) in
      try HTTPServer(socket, limits: .ofFigures, handler: FiguresHandler(service))
    }
    Terminal.note("serving at \(socket.name)")
    if let metricsSocket { Terminal.note("metrics at \(metricsSocket.name)/metrics") }
    let servers = [server] + (figures.map { [$0] } ?? [])
    var systemd = SystemdNotice()
    systemd.ready()
    serve(service, servers, &systemd) {
      reload(service, keys, log, installation, settings, since: invocation)
    }
    announce(service, servers, &systemd, announcement)
    end(service, server, figures, &systemd, settings)
    return .success
  }

  /// The options that a reload applies, besides the lists of templates and themes.
  private static let reloaded: Set<String> = Set(
    ([ServeOptions.keys, ServeOptions.addressKeys, ServeOptions.limits]
      + ServeArguments.hostOptions).map(\.long))

  /// Reloads the keys, limits and hosts from the current configuration, and the lists of templates
  /// and themes, and reopens the log; other configuration changes take effect at the next start.
  private func reload(
    _ service: Service, _ keys: KeyRing, _ log: AccessLog?, _ installation: Installation,
    _ settings: ServiceSettings, since started: Invocation
  ) {
    do throws(RenderError) {
      let configuration = try ServeConfiguration(invocation)
      let arguments = ServeArguments(invocation: configuration.invocation)
      try configuration.reading { () throws(RenderError) in
        try log?.reopen()
        // Accept limits for a client whose key was removed: an error would cancel the reload and
        // keep the removed key valid.
        let limits = try arguments.limits(areStrict: false)
        let fetchers = try arguments.fetchers(mostPhotoBytes: settings.photoSize)
        try arguments.reload(keys)
        service.replace(limits)
        service.replace(fetchers)
      }
      let changed = ServeConfiguration.known.map(\.long).filter { name in
        !ServeVerb.reloaded.contains(name)
          && (arguments.invocation.text(named: name) != started.text(named: name)
            || arguments.invocation.flag(named: name) != started.flag(named: name))
      }
      Terminal.note("keys, limits and hosts reloaded" + (log == nil ? "" : ", log reopened"))
      for name in changed { Terminal.note("'\(name)' takes effect at the next start") }
      // An error in a theme must not keep a removed key valid, so the lists come last.
      do throws(RenderError) {
        try service.replace(
          lists: try ServedLists(configuration.invocation).all(installation),
          installation: installation)
      } catch {
        Terminal.report("\(error)")
        Terminal.note("the current lists of templates, themes and films are kept")
      }
    } catch {
      Terminal.report("\(error)")
      Terminal.note("the current configuration is kept")
    }
  }

  /// Runs until a stop signal arrives.
  private func serve(
    _ service: Service, _ servers: [HTTPServer], _ systemd: inout SystemdNotice,
    reload: () -> Void
  ) {
    var toldFence = false
    var reported: RenderError?
    while StopSignals.count == 0 {
      service.lookAfter()
      for server in servers { server.lookAfter() }
      if !toldFence, let fence = service.fence {
        toldFence = true
        if let sentence = fence.missingLayersMessage { Terminal.note(sentence) }
      }
      let failure = service.failure
      if let failure, failure != reported { Terminal.report("\(failure)") }
      reported = failure
      if ReloadSignal.take() { reload() }
      systemd.tick(isStopping: false)
      // A signal ends the sleep early.
      usleep(250_000)
    }
  }

  /// Reports the service as not ready while it continues to serve, so that load balancers stop
  /// sending requests.
  private func announce(
    _ service: Service, _ servers: [HTTPServer], _ systemd: inout SystemdNotice, _ time: Duration
  ) {
    service.announceEnd()
    let end = SuspendingClock().now + time
    while SuspendingClock().now < end, StopSignals.count < 2 {
      service.lookAfter()
      for server in servers { server.lookAfter() }
      systemd.tick(isStopping: true)
      usleep(50_000)
    }
  }

  /// Finishes open requests within the grace period; a second stop signal ends the grace period
  /// early.
  private func end(
    _ service: Service, _ server: HTTPServer, _ figures: HTTPServer?,
    _ systemd: inout SystemdNotice, _ settings: ServiceSettings
  ) {
    server.quiesce()
    systemd.tick(isStopping: true)
    let clock = SuspendingClock()
    let last = clock.now + settings.grace
    while service.drain() || server.openRequests > 0, clock.now < last, StopSignals.count < 2 {
      service.lookAfter()
      server.lookAfter()
      figures?.lookAfter()
      systemd.tick(isStopping: true)
      usleep(20_000)
    }
    server.stop(Service.farewell)
    figures?.quiesce()
    figures?.stop(Service.farewell)
    service.end()
  }
}
