internal import CSystem
internal import Glibc
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// The side of a worker process: it reads units from standard input, renders them, and says what
/// became of them.
///
/// A pure function of its units. It opens no queue and no network, it writes the files that its
/// units name and nothing else, and it ends with the process that started it.
public struct Worker {
  /// What a worker is started with.
  public struct Settings: Sendable {
    /// The folder that units write below.
    public var out: String
    /// Whether they may write elsewhere.
    public var allowsOutside: Bool
    /// Where backgrounds are kept for other workers; nil: nowhere.
    public var cache: BackgroundCache?
    /// Time between two signs of life.
    public var beat: Duration
    /// What notes enter fingerprints with.
    public var key: SecretKey?

    /// Says where to write.
    public init(
      out: String, allowsOutside: Bool = false, cache: BackgroundCache? = nil,
      beat: Duration = .seconds(1)
    ) {
      self.out = out
      self.allowsOutside = allowsOutside
      self.cache = cache
      self.beat = beat
    }
  }

  private let settings: Settings
  private let voice: Voice
  private let renderer: Renderer

  /// Works until standard input ends.
  ///
  /// - Returns: whether all went well; a worker that cannot start has said why.
  public static func run(
    _ settings: Settings, installation: Installation, plugins: PluginRegistry
  ) -> Bool {
    // The supervisor tells it when to stop: a Ctrl-C in the terminal is for the supervisor, which
    // lets running units finish first.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    let parent = getppid()
    _ = wallfarm_die_with_parent()
    // It may have gone before that was asked for.
    guard getppid() == parent else { return false }
    let voice = Voice()
    do throws(RenderError) {
      let renderer = try Renderer(
        installation: installation, plugins: plugins, cache: settings.cache, threads: 1,
        key: settings.key)
      voice.say(.ready)
      voice.keepSayingAlive(every: settings.beat)
      let worker = Worker(settings: settings, voice: voice, renderer: renderer)
      try worker.work()
      return true
    } catch {
      voice.say(.unable(error))
      return false
    }
  }

  private func work() throws(RenderError) {
    var lines = try FileLines("-")
    while let line = try lines.next() {
      guard let order = WorkerOrder.read(line) else {
        throw .messageDamaged()
      }
      voice.say(render(order))
    }
  }

  private func render(_ order: WorkerOrder) -> WorkerMessage {
    let clock = SuspendingClock()
    let (start, before) = (clock.now, renderer.cacheUse)
    let lease = Lease(unit: order.unit.id, token: order.token)
    func figures(_ stages: [StageTime]) -> WorkerFigures {
      WorkerFigures(
        milliseconds: (clock.now - start) / .milliseconds(1), stages: stages, before: before,
        after: renderer.cacheUse)
    }
    do throws(RenderError) {
      var request = try order.unit.request()
      let path = OutputFolder.path(of: order.unit.output, in: settings.out)
      try makeFolder(of: path)
      request.output = .file(path)
      request.temporaryName = order.temporaryName
      let receipt = try renderer.render(request)
      return .done(lease, receipt: receipt.line, figures(receipt.stages))
    } catch {
      return .failed(lease, error, figures([]))
    }
  }

  /// Makes the folders of a file below the output folder; the supervisor syncs them.
  private func makeFolder(of path: String) throws(RenderError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if access(folder, F_OK) != 0 { try makeFolders(folder) }
    guard !settings.allowsOutside else { return }
    guard FileScope(folder: settings.out).contains(folder) else {
      throw RenderError(
        .pathOutside, "'\(path)' leads out of '\(settings.out)'", origin: .option("output"),
        hint: "remove the link in its way, or allow it with --allow-outside")
    }
  }

  private func makeFolders(_ folder: String) throws(RenderError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    try makeFolders(parent)
    // Another worker may make it at the same moment.
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      let reason = SystemError.message(errno)
      throw RenderError(
        .outputFailed,
        "the folder '\(folder)' cannot be made: "
          + reason, origin: .option("output"),
        hint: "make room and permissions there")
    }
  }
}

/// Says lines to the supervisor, from any thread, each as a whole.
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
      var done = 0
      while done < bytes.count {
        let written = bytes.withUnsafeBytes {
          write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
        }
        if written < 0 && errno == EINTR { continue }
        // No reader is left: the supervisor is gone, and so is the reason to work.
        guard written > 0 else { exit(1) }
        done += written
      }
    }
  }

  /// A thread of its own, because the one that renders may be busy for minutes.
  func keepSayingAlive(every beat: Duration) {
    let microseconds = UInt32(clamping: Int(beat / .microseconds(1)))
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Beat(voice: self, microseconds: microseconds))
    let status = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        let beat = Unmanaged<Beat>.fromOpaque(raw).takeRetainedValue()
        while true {
          usleep(beat.microseconds)
          beat.voice.say(.alive)
        }
      }, box.toOpaque())
    if status == 0 { pthread_detach(thread) } else { box.release() }
  }

  private final class Beat: Sendable {
    let voice: Voice
    let microseconds: UInt32

    init(voice: Voice, microseconds: UInt32) {
      self.voice = voice
      self.microseconds = microseconds
    }
  }
}
