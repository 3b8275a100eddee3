internal import CSystem
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
  /// - Returns: whether all went well; a worker that cannot start has said why.
  public static func run(
    _ settings: Settings, installation: Installation, plugins: PluginRegistry
  ) -> Bool {
    run(beat: settings.beat) { (broker) throws(RenderError) in
      FileOpener.set { (path) throws(RenderError) in try broker.open(path) }
      let renderer = try Renderer(
        installation: installation, plugins: plugins, cache: settings.cache, threads: 1,
        key: settings.key)
      renderer.memoryScope = .process
      return (renderer, try settings.fence.lockIn(installation, cache: settings.cache))
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
      voice.say(.unable(error))
      return false
    }
  }

  private func work() throws(RenderError) {
    var lines = OrderLines()
    while let line = lines.next() {
      guard let order = WorkerOrder.read(line) else { throw .messageDamaged() }
      voice.say(.begun(order.order))
      voice.say(render(order))
      // Fonts and caches may lack something from now on; another worker begins anew.
      if MemoryWatch.hasFailedInProcess { return voice.say(.leaving) }
    }
  }

  private func render(_ order: WorkerOrder) -> WorkerMessage {
    let clock = SuspendingClock()
    let (start, before) = (clock.now, renderer.cacheUse)
    func figures(_ stages: [StageTime]) -> WorkerFigures {
      WorkerFigures(
        milliseconds: (clock.now - start) / .milliseconds(1), stages: stages, before: before,
        after: renderer.cacheUse)
    }
    do throws(RenderError) {
      broker.begin(order.order)
      // Before anything is drawn: a place that cannot be written is found first.
      let descriptor = try broker.openOutput()
      defer { close(descriptor) }
      let voice = voice
      let (receipt, stages) = try renderer.render(
        order.request, to: .descriptor(descriptor, name: order.name),
        tell: order.tellsStages ? { voice.say(.stage(order.order, $0)) } : nil)
      try broker.commit()
      return .done(order.order, receipt: receipt, figures(stages))
    } catch {
      // What is missing may be missing for want of memory, such as a glyph.
      let isRefused = MemoryWatch.hasFailedInProcess
      return .failed(order.order, isRefused ? MemoryWatch.refused : error, figures([]))
    }
  }
}

/// Makes the picture of an order.
private protocol OrderRenderer {
  /// - Returns: its receipt, JSON on one line, and the time of its stages.
  func render(
    _ request: OrderedRequest, to output: Output, tell: ((String) -> Void)?
  ) throws(RenderError) -> (receipt: String, stages: [StageTime])

  var cacheUse: CacheUse { get }
}

extension Renderer: OrderRenderer {
  fileprivate func render(
    _ request: OrderedRequest, to output: Output, tell: ((String) -> Void)?
  ) throws(RenderError) -> (receipt: String, stages: [StageTime]) {
    var request = try request.request()
    request.output = output
    stageBegins = tell
    let receipt = try render(request)
    return (receipt.line, receipt.stages)
  }
}

/// Takes time and draws nothing.
private struct SimulatedRenderer: OrderRenderer {
  let time: Duration
  let cacheUse = CacheUse()

  func render(
    _ request: OrderedRequest, to output: Output, tell: ((String) -> Void)?
  ) -> (receipt: String, stages: [StageTime]) {
    usleep(UInt32(clamping: Int(time / .microseconds(1))))
    return ("{}", [])
  }
}

/// The lines of standard input, as long as they may be.
private struct OrderLines {
  private var buffer: [UInt8] = []
  private var start = 0

  /// The next line without its end; nil after the last, or where it has none.
  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      buffer.removeSubrange(..<start)
      (start, searched) = (0, buffer.count)
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
        count = max(
          0, Files.untilNotInterrupted { read(STDIN_FILENO, bytes.baseAddress, bytes.count) })
      }
      if chunk.isEmpty { return nil }
      buffer += chunk
    }
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

  func say(_ message: WorkerMessage) {
    let bytes = Array(message.line.utf8)
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
