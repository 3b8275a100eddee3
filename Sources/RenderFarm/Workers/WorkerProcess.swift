internal import CSystem
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

/// The side of the supervisor: a child process, its pipes, and the units it was given.
///
/// Nothing here waits: what cannot be written yet is kept, what is not there yet is not read.
final class WorkerProcess {
  /// A unit that was given to it.
  struct Assignment {
    let unit: LeasedUnit
    let timeout: Duration
  }

  /// Which of the workers of the farm it is, from 0; a new one in its place has the same.
  let slot: Int
  let pid: pid_t
  /// Units in the order it works on them: the first one is what it is doing.
  private(set) var assignments: [Assignment] = []
  /// When it began the first of them.
  private(set) var begun: SuspendingClock.Instant
  /// When it said something last.
  private(set) var heard: SuspendingClock.Instant
  /// Whether it can take units.
  var isReady = false
  /// Why it is being ended, if it is.
  var sentence: RenderError?
  /// The unit that took too long, if that is why.
  var sentenced: Lease?
  /// Background and device of the unit it was given last.
  private(set) var affinity = ""

  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var unwritten: [UInt8] = []
  private var unread: [UInt8] = []
  private var said: [UInt8] = []
  /// Whether something it said was cut or changed: what became of its unit is not known then.
  private(set) var hasGarbled = false
  /// Whether its output has ended: it has, or is about to.
  private(set) var hasEnded = false

  /// Starts a worker.
  ///
  /// - Throws: `worker-crashed` where no process can be made.
  init(slot: Int, command: [String], now: SuspendingClock.Instant) throws(RenderError) {
    let pipes = [Pipe(), Pipe(), Pipe()]
    guard pipes.allSatisfy(\.isOpen) else {
      let reason = SystemError.message(errno)
      for pipe in pipes { pipe.closeBoth() }
      throw .workersDoNotStart("has no pipes: \(reason)", said: nil)
    }
    let started = WorkerProcess.spawn(
      command, input: pipes[0].reading, output: pipes[1].writing, errors: pipes[2].writing)
    for end in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(end) }
    let ours = [pipes[0].writing, pipes[1].reading, pipes[2].reading]
    let pid: pid_t
    do throws(RenderError) {
      pid = try started.get()
    } catch {
      for end in ours { close(end) }
      throw error
    }
    self.pid = pid
    self.slot = slot
    (input, output, errors) = (ours[0], ours[1], ours[2])
    (begun, heard) = (now, now)
    for end in ours { _ = wallfarm_do_not_wait(end) }
  }

  private struct Pipe {
    let reading: Int32
    let writing: Int32
    var isOpen: Bool { reading >= 0 }

    init() {
      var ends: [Int32] = [-1, -1]
      _ = wallfarm_pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }

    func closeBoth() { for end in [reading, writing] where end >= 0 { close(end) } }
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { close(end) }
  }

  private static func spawn(
    _ command: [String], input: Int32, output: Int32, errors: Int32
  ) -> Result<pid_t, RenderError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // Not all of what an embedding program has opened closes itself; the worker gets none of it.
    wallfarm_close_from(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals as any program expects them, and a group of its own: a Ctrl-C is for the supervisor.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid = pid_t()
    let status = posix_spawn(&pid, command[0], &actions, &attributes, &words, environ)
    guard status == 0 else {
      return .failure(
        .workersDoNotStart("cannot be made: \(SystemError.message(status))", said: nil))
    }
    return .success(pid)
  }

  /// What to wait for: news from it, and room for what it is to be told.
  var descriptors: [pollfd] {
    [
      pollfd(fd: hasEnded ? -1 : output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unwritten.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
  }

  // MARK: - Talking

  /// Gives it a unit, behind those it has.
  func give(_ unit: LeasedUnit, timeout: Duration, now: SuspendingClock.Instant) {
    if assignments.isEmpty { begun = now }
    assignments.append(Assignment(unit: unit, timeout: timeout))
    affinity = unit.spec.affinity
    unwritten += Array(WorkerOrder.line(for: unit.lease, payload: unit.spec.payload).utf8)
    flush()
  }

  /// Writes what there is room for.
  func flush() {
    while !unwritten.isEmpty {
      let written = unwritten.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      // A pipe without a reader shows as the end of its output soon enough.
      guard written > 0 else { return }
      unwritten.removeFirst(written)
    }
  }

  /// Reads what it has said.
  func listen(now: SuspendingClock.Instant) -> [WorkerMessage] {
    said = Array((said + take(from: errors).bytes).suffix(4096))
    let (bytes, isOver) = take(from: output)
    hasEnded = hasEnded || isOver
    guard !bytes.isEmpty else { return [] }
    heard = now
    unread += bytes
    var messages: [WorkerMessage] = []
    var start = 0
    while let end = unread[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let message = WorkerMessage.read(Array(unread[start..<end])) {
        messages.append(message)
      } else {
        hasGarbled = true
      }
      start = end + 1
    }
    unread.removeSubrange(..<start)
    return messages
  }

  private func take(from descriptor: Int32) -> (bytes: [UInt8], isOver: Bool) {
    var bytes: [UInt8] = []
    while true {
      var status = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        status = read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, status)
      }
      if status < 0 && errno == EINTR { continue }
      bytes += chunk
      if status == 0 { return (bytes, true) }
      if status < 0 { return (bytes, errno != EAGAIN) }
    }
  }

  /// Takes away a unit that it has finished, if it has it.
  func finished(_ lease: Lease, now: SuspendingClock.Instant) {
    guard let index = assignments.firstIndex(where: { $0.unit.lease == lease }) else { return }
    assignments.remove(at: index)
    if index == 0 { begun = now }
  }

  /// Whether it has not been told all yet.
  var hasUnwrittenOrders: Bool { !unwritten.isEmpty }

  /// Takes away all units.
  func takeAssignments() -> [Assignment] {
    defer { assignments = [] }
    return assignments
  }

  // MARK: - Ending

  /// Lets it end when it has done what it has.
  func end() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends it at once, also where it is stopped.
  func kill() { _ = Glibc.kill(pid, SIGKILL) }

  /// How it ended; nil while it runs.
  func howItEnded() -> String? {
    var status: Int32 = 0
    let found = waitpid(pid, &status, WNOHANG)
    guard found != 0 else { return nil }
    let signal = status & 0x7F
    if found < 0 { return "is gone" }
    if signal == 0 { return "ended with status \(status >> 8 & 0xFF)" }
    return "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
  }

  /// What ended it, where it is a plugin from outside and it could still say so.
  var lastWords: RenderError? {
    guard let told = RenderError(lastToldIn: String(decoding: said, as: UTF8.self)),
      told.code.rawValue.hasPrefix("plugin-")
    else { return nil }
    return told
  }

  /// The last line it wrote to standard error.
  var saidLast: String? {
    let lines = said.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { !$0.isEmpty }
    return lines.last.map { String(String(decoding: $0, as: UTF8.self).prefix(300)) }
  }

  /// Memory it has in use, in bytes; nil once it is gone.
  var residentBytes: Int? {
    let descriptor = open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let text = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    let words = text.split(separator: UInt8(ascii: " "))
    guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
