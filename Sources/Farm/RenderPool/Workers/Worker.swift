internal import CSystem
public import Designs
internal import Files
internal import Glibc
import Graphics
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// The side of a worker process: it reads orders from standard input, renders them, and says what
/// became of them.
///
/// A pure function of its orders. It opens no queue and no network, it reads the installation and what
/// the process outside opens for it, writes what that handed to it, and ends with it.
public struct Worker {
  /// What a worker is started with.
  public struct Settings: Sendable {
    /// Where backgrounds are kept for other workers; nil: nowhere.
    public var cache: BackgroundCache?
    /// Time between two signs of life.
    public var beat: Duration
    /// What notes enter fingerprints with.
    public var key: SecretKey?
    /// What locks it in.
    public var fence = WorkerFence()

    /// Says how to work.
    public init(cache: BackgroundCache? = nil, beat: Duration = .seconds(1)) {
      self.cache = cache
      self.beat = beat
    }
  }

  private let voice: Voice
  private let broker: Broker
  private let renderer: any OrderRenderer

  /// Works until standard input ends.
  ///
  /// - Parameters:
  ///   - settings: how to work.
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - devices: the screens that orders can name.
  ///   - maker: what makes orders that are no pictures, with the renderer of the worker; nil: nothing does.
  /// - Returns: whether all went well; a worker that cannot start has said why.
  public static func run(
    _ settings: Settings, installation: Installation, plugins: PluginRegistry,
    devices: DeviceCatalog = .shipped, maker: ((Renderer) -> any OrderMaker)? = nil
  ) -> Bool {
    run(beat: settings.beat) { (broker) throws(RenderError) in
      FileOpener.set { (path) throws(RenderError) in try broker.open(path) }
      let renderer = try Renderer(
        installation: installation, plugins: plugins, memory: .worker, cache: settings.cache,
        threads: 1, devices: devices, key: settings.key)
      renderer.memoryScope = .process
      let own = WorkerRenderer(renderer: renderer, maker: maker?(renderer))
      return (own, try settings.fence.lockIn(installation, cache: settings.cache))
    }
  }

  /// Works until standard input ends, and instead of rendering does nothing for as long as that: for a
  /// bench of the pool.
  package static func simulate(taking time: Duration) -> Bool {
    run(beat: .seconds(1)) { _ in (SimulatedRenderer(time: time), .init(standing: [], missing: []))
    }
  }

  private static func run(
    beat: Duration,
    prepare: (Broker) throws(RenderError) -> (any OrderRenderer, WorkerFence.Report)
  ) -> Bool {
    // The pool tells it when to stop: a Ctrl-C in the terminal is for the program that owns it, which
    // lets running orders finish first.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // Whatever it makes is its owner's alone, such as an entry of a cache.
    umask(0o077)
    let parent = getppid()
    _ = wallfarm_die_with_parent()
    // It may have gone before that was asked for.
    guard getppid() == parent else { return false }
    let voice = Voice()
    do throws(RenderError) {
      guard Broker.isThere else { throw .startedByHand() }
      let broker = Broker()
      let (renderer, fence) = try prepare(broker)
      voice.say(.ready(fence))
      // Its thread is made last: what locks a process in is for one thread and those it makes.
      voice.keepSayingAlive(every: beat)
      try Worker(voice: voice, broker: broker, renderer: renderer).work()
      return true
    } catch {
      // What may be well in a moment is for the next worker to try; the pool shows this line if none can.
      if error.code == .inputFailed {
        let line = Array("something that it needs cannot be opened\n".utf8)
        _ = line.withUnsafeBytes { AtomicFile.writeAll($0, to: STDERR_FILENO) }
      } else {
        voice.say(.unable(error))
      }
      return false
    }
  }

  /// Time without an order after which nothing is kept for the next one: the pool is at other things, or at none.
  private static let rest = Duration.seconds(1)

  private func work() throws(RenderError) {
    var orders = OrderLines()
    var done: WorkerMessage?
    while true {
      // What became of one order is told with the begin of the next, or now where none is there.
      if (try? orders.peek()) == nil {
        voice.say([done])
        done = nil
        if !orders.come(within: Worker.rest) { renderer.rest() }
      }
      guard let order = try orders.next() else { return }
      voice.say([done, .begun(order.order)])
      done = render(order) { (try? orders.peek())?.order }
      // Fonts and caches may lack something from now on; another worker begins anew.
      if MemoryWatch.hasFailedInProcess { return voice.say([done, .leaving]) }
    }
  }

  /// - Parameters:
  ///   - order: what to render.
  ///   - next: looks for the order after it, when there is time for that.
  /// - Returns: what became of it.
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
      // Before anything is drawn: a place that cannot be written is found first.
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
      // What is missing may be missing for want of memory, such as a glyph.
      let isRefused = MemoryWatch.hasFailedInProcess
      return .failed(order.order, isRefused ? MemoryWatch.refused : error, figures([:]))
    }
  }
}

/// Makes the picture of an order.
private protocol OrderRenderer {
  /// - Returns: its receipt, JSON on one line, and the time of its stages in milliseconds.
  func render(
    _ request: OrderedRequest, to descriptor: Int32, name: String?, tell: ((String) -> Void)?
  ) throws(RenderError) -> (receipt: String, stages: [String: Double])

  var cacheUse: CacheUse { get }

  /// Nothing has come for some time.
  func rest()
}

/// Renders, or has somebody else make what is no picture.
private struct WorkerRenderer: OrderRenderer {
  let renderer: Renderer
  let maker: (any OrderMaker)?

  var cacheUse: CacheUse { renderer.cacheUse }

  func rest() { maker?.rest() }

  func render(
    _ request: OrderedRequest, to descriptor: Int32, name: String?, tell: ((String) -> Void)?
  ) throws(RenderError) -> (receipt: String, stages: [String: Double]) {
    if let maker, maker.makes(request) {
      renderer.stageBegins = nil
      let made = try maker.make(request, to: descriptor, name: name)
      return (made.receipt, made.milliseconds)
    }
    maker?.rest()
    let planned = request.planned
    var request = try request.request()
    request.output = .descriptor(descriptor, name: name)
    renderer.stageBegins = tell
    let receipt = try renderer.render(request) { (drawn) throws(RenderError) in
      try planned?.check(drawn.fingerprint)
    }
    return (
      receipt.line,
      Dictionary(receipt.stages.map { ($0.stage, $0.milliseconds) }, uniquingKeysWith: +)
    )
  }
}

/// Takes time and draws nothing.
private struct SimulatedRenderer: OrderRenderer {
  let time: Duration
  let cacheUse = CacheUse()

  func rest() {}

  func render(
    _ request: OrderedRequest, to descriptor: Int32, name: String?, tell: ((String) -> Void)?
  ) -> (receipt: String, stages: [String: Double]) {
    usleep(UInt32(clamping: Int(time / .microseconds(1))))
    return ("{}", [:])
  }
}

/// The orders on standard input, in lines as long as they may be.
private struct OrderLines {
  private var buffer: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// How far its end was looked for.
  private var searched = 0
  /// An order that was read and not taken yet.
  private var read: WorkerOrder?

  /// Takes the next order, and waits for it; nil after the last.
  ///
  /// - Throws: `message-damaged`.
  mutating func next() throws(RenderError) -> WorkerOrder? {
    while try !readLine() {
      if !readMore() { return nil }
    }
    defer { read = nil }
    return read
  }

  /// The next order, if all of it has come; it stays here.
  ///
  /// - Throws: `message-damaged`.
  mutating func peek() throws(RenderError) -> WorkerOrder? {
    while try !readLine() {
      var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 0) == 1, readMore() else { return nil }
    }
    return read
  }

  /// Whether something has come, or comes in that time.
  func come(within time: Duration) -> Bool {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return Files.untilNotInterrupted { poll(&wanted, 1, Int32(time / .milliseconds(1))) } != 0
  }

  /// Whether there is an order, of which the line was taken out of the buffer.
  private mutating func readLine() throws(RenderError) -> Bool {
    if read != nil { return true }
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      return false
    }
    read = WorkerOrder.read(Array(buffer[start..<end]))
    guard read != nil else { throw .messageDamaged() }
    start = end + 1
    searched = start
    return true
  }

  /// Waits for more; whether there was any.
  private mutating func readMore() -> Bool {
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
      count = max(
        0, Files.untilNotInterrupted { Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count) })
    }
    buffer += chunk
    return !chunk.isEmpty
  }
}

/// Says lines to the pool, from any thread, each as a whole.
private final class Voice: Sendable {
  private let descriptor: Mutex<Int32>

  /// Takes standard output for itself: what a library prints goes to standard error from now on.
  init() {
    descriptor = Mutex(dup(STDOUT_FILENO))
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  func say(_ message: WorkerMessage) { say([message]) }

  /// Says several lines at once.
  func say(_ messages: [WorkerMessage?]) {
    let bytes = Array(messages.compactMap { $0?.line }.joined().utf8)
    guard !bytes.isEmpty else { return }
    descriptor.withLock { descriptor in
      // No reader is left: the pool is gone, and so is the reason to work.
      if bytes.withUnsafeBytes({ AtomicFile.writeAll($0, to: descriptor) }) != nil { exit(1) }
    }
  }

  /// On a thread of its own, because the one that renders may be busy for minutes.
  func keepSayingAlive(every beat: Duration) {
    let microseconds = UInt32(clamping: Int(beat / .microseconds(1)))
    _ = BackgroundThread.start {
      while true {
        usleep(microseconds)
        self.say(.alive)
      }
    }
  }
}

extension RenderError {
  fileprivate static func startedByHand() -> RenderError {
    RenderError(
      .workerCrashed, "a worker is started by the program that has orders for it",
      hint: "use 'wallfarm batch' or 'wallfarm render'")
  }
}
