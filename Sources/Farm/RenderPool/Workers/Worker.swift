internal import CSystem
public import Designs
internal import Files
internal import Glibc
import Graphics
internal import Processes
import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// The main loop of a worker process: reads orders from standard input, renders them and reports
/// the results.
///
/// A worker is a pure function of its orders. It uses neither a queue nor the network, reads only
/// the installation and files that the pool opens for it, writes only to descriptors from the pool,
/// and exits when the pool exits.
public struct Worker {
  /// The settings of a worker.
  public struct Settings: Sendable {
    /// The shared cache of backgrounds, or `nil` if there is none.
    public var cache: BackgroundCache?
    /// Interval between heartbeats.
    public var beat: Duration
    /// The key that is used to compute the digests of notes for fingerprints.
    public var key: SecretKey?
    /// The fence, which restricts the worker's access to files and to other processes.
    public var fence = WorkerFence()

    /// Creates settings.
    public init(cache: BackgroundCache? = nil, beat: Duration = .seconds(1)) {
      self.cache = cache
      self.beat = beat
    }
  }

  private let voice: Voice
  private let broker: Broker
  private let renderer: WorkerRenderer

  /// Runs a worker until the end of standard input.
  ///
  /// - Parameters:
  ///   - settings: The settings of the worker.
  ///   - installation: The installed templates and fonts.
  ///   - plugins: The plugins that templates may use.
  ///   - devices: The devices that orders may name.
  ///   - maker: Creates the maker that executes all orders except those for pictures, or `nil` if
  ///     there is no such maker.
  /// - Returns: Whether the worker succeeded; `false` if it could not start and has reported the
  ///   error.
  public static func run(
    _ settings: Settings, installation: Installation, plugins: PluginRegistry,
    devices: DeviceCatalog = .known, maker: ((Renderer) -> any OrderMaker)? = nil
  ) -> Bool {
    guard bindToPool() else { return false }
    let voice = Voice()
    do throws(RenderError) {
      guard Broker.isThere else { throw .startedByHand() }
      let broker = Broker()
      FileOpener.set { (path) throws(RenderError) in try broker.open(path) }
      // Set up the fence first: newer versions of Pango start a font thread that keeps running, and
      // the fence would not confine that thread.
      let report = try settings.fence.lockIn(installation, cache: settings.cache)
      let renderer = try Renderer(
        installation: installation, plugins: plugins, memory: .worker, cache: settings.cache,
        threads: 1, devices: devices, key: settings.key)
      renderer.memoryScope = .process
      let own = WorkerRenderer(renderer: renderer, maker: maker?(renderer))
      voice.say(.ready(report))
      voice.sendHeartbeats(every: settings.beat)
      try Worker(voice: voice, broker: broker, renderer: own).work()
      return true
    } catch {
      // The failure may be temporary, so the next worker tries again; the pool reports this line if
      // all workers fail.
      if error.code == .inputFailed {
        let line = Array("a required file cannot be opened\n".utf8)
        _ = line.withUnsafeBytes { AtomicFile.writeAll($0, to: STDERR_FILENO) }
      } else {
        voice.say(.unable(error))
      }
      return false
    }
  }

  /// Ignores signals that the pool handles, and makes this process exit when the pool exits.
  ///
  /// - Returns: false if the pool has already exited.
  private static func bindToPool() -> Bool {
    // The pool decides when a worker stops: after Ctrl-C in a terminal, the pool's owner first
    // finishes the running orders.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // Files that a worker creates, such as cache entries, are readable only by the user.
    umask(0o077)
    let parent = getppid()
    _ = wallfarm_die_with_parent()
    // The parent may have exited before `wallfarm_die_with_parent` was called.
    return getppid() == parent
  }

  /// Idle time after which the maker releases the state that it caches for the next order.
  private static let rest = Duration.seconds(1)

  private func work() throws(RenderError) {
    var orders = OrderLines()
    var done: WorkerMessage?
    while true {
      // Report a result together with the start of the next order, or immediately if no order is
      // queued.
      if (try? orders.peek()) == nil {
        voice.say([done])
        done = nil
        if !orders.come(within: Worker.rest) { renderer.rest() }
      }
      guard let order = try orders.next() else { return }
      voice.say([done, .begun(order.order)])
      done = render(order) { (try? orders.peek())?.order }
      // Fonts and caches may be incomplete after a failed allocation, so a new worker replaces this
      // one.
      if MemoryWatch.hasFailedInProcess { return voice.say([done, .leaving]) }
    }
  }

  /// Renders an order and returns the result.
  ///
  /// - Parameters:
  ///   - order: The order to render.
  ///   - next: Peeks at the next order.
  /// - Returns: The message that reports the result.
  private func render(_ order: WorkerOrder, next: () -> OrderID?) -> WorkerMessage {
    let clock = SuspendingClock()
    let (start, before) = (clock.now, renderer.cacheUse)
    func figures(_ stages: [String: Double]) -> WorkerFigures {
      WorkerFigures(
        milliseconds: (clock.now - start) / .milliseconds(1), stages: stages, before: before,
        after: renderer.cacheUse)
    }
    do throws(RenderError) {
      broker.begin(order.order)
      // Open the output first, so that an unwritable path is detected before drawing.
      let descriptor = try broker.openOutput()
      defer { close(descriptor) }
      let held = try broker.openHeld(order.held)
      HeldFiles.set(held)
      defer {
        HeldFiles.set([:])
        for descriptor in held.values { close(descriptor) }
      }
      let voice = voice
      let (receipt, stages) = try renderer.render(
        order.request, to: descriptor, name: order.name,
        tell: order.tellsStages ? { voice.say(.stage(order.order, $0)) } : nil)
      try broker.commit(before: next())
      return .done(order.order, receipt: receipt, figures(stages))
    } catch {
      // A failed allocation may be the true cause of another error, for example of an error about a
      // missing glyph.
      let isRefused = MemoryWatch.hasFailedInProcess
      return .failed(order.order, isRefused ? MemoryWatch.refused : error, figures([:]))
    }
  }
}

/// Renders pictures and passes other orders to the maker.
private struct WorkerRenderer {
  let renderer: Renderer
  let maker: (any OrderMaker)?

  var cacheUse: CacheUse { renderer.cacheUse }

  /// Releases the cached state of the maker after an idle period.
  func rest() { maker?.rest() }

  /// Executes an order and writes its result to a descriptor.
  ///
  /// - Returns: The receipt as one line of JSON, and the time per stage in milliseconds.
  func render(
    _ order: JSONNode, to descriptor: Int32, name: String?, tell: ((String) -> Void)?
  ) throws(RenderError) -> (receipt: String, stages: [String: Double]) {
    if let maker, maker.makes(order) {
      renderer.stageBegins = nil
      let made = try maker.make(order, to: descriptor, name: name)
      return (made.receipt, made.milliseconds)
    }
    maker?.rest()
    guard let ordered = try OrderedRequest(order) else { throw .messageDamaged() }
    var request = try ordered.request.withContent()
    request.output = ordered.preview == nil ? .descriptor(descriptor, name: name) : .memory
    renderer.stageBegins = tell
    let receipt = try renderer.render(request) { (drawn) throws(RenderError) in
      try ordered.planned?.check(drawn.fingerprint)
      try ordered.preview?.write(drawn, to: descriptor)
    }
    return (
      receipt.line,
      Dictionary(receipt.stages.map { ($0.stage, $0.milliseconds) }, uniquingKeysWith: +)
    )
  }
}

/// Reads orders from standard input: one per line, of any length.
private struct OrderLines {
  private var input = HelperInput()
  /// The next order, already parsed, or the error from parsing its line.
  ///
  /// The error is thrown again on every later attempt to read an order.
  private var parsed: Result<WorkerOrder, RenderError>?

  /// Waits for the next order and removes it; returns `nil` after the last order.
  ///
  /// - Throws: `message-damaged`.
  mutating func next() throws(RenderError) -> WorkerOrder? {
    if parsed == nil { parsed = OrderLines.parse(input.line()) }
    let order = try parsed?.get()
    parsed = nil
    return order
  }

  /// Returns the next order without removing it, or `nil` if it has not arrived completely.
  ///
  /// - Throws: `message-damaged`.
  mutating func peek() throws(RenderError) -> WorkerOrder? {
    if parsed == nil { parsed = OrderLines.parse(input.lineAtHand()) }
    return try parsed?.get()
  }

  /// Waits for input; returns whether any input arrived in time.
  func come(within time: Duration) -> Bool { input.hasNews(within: time) }

  private static func parse(_ line: [UInt8]?) -> Result<WorkerOrder, RenderError>? {
    line.map { WorkerOrder.read($0).map(Result.success) ?? .failure(.messageDamaged()) }
  }
}

/// Writes messages to the pool; each write is atomic and may be made from any thread.
private struct Voice: Sendable {
  private let output = HelperOutput()

  func say(_ message: WorkerMessage) { say([message]) }

  /// Writes several messages together.
  func say(_ messages: [WorkerMessage?]) {
    let bytes = Array(messages.compactMap { $0?.line }.joined().utf8)
    // The pool has exited, so the worker also exits.
    if !bytes.isEmpty, !output.write(bytes) { exit(1) }
  }

  /// Starts a thread that sends heartbeats.
  ///
  /// Heartbeats need their own thread, because the rendering thread may be busy for minutes.
  func sendHeartbeats(every beat: Duration) {
    let microseconds = UInt32(clamping: Int(beat / .microseconds(1)))
    _ = BackgroundThread.start {
      while true {
        usleep(microseconds)
        say(.alive)
      }
    }
  }
}

extension RenderError {
  fileprivate static func startedByHand() -> RenderError {
    RenderError(
      .workerCrashed, "only a pool can start a worker",
      hint: "use 'wallfarm batch' or 'wallfarm render'")
  }
}
