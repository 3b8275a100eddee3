internal import CSystem
internal import Files
internal import Glibc
internal import Processes
import WallfarmCore
import WallfarmPluginKit

/// The side of the pool: a child process, its pipes, and the orders it was given.
///
/// Nothing here waits: what cannot be written yet is kept, what is not there yet is not read.
final class WorkerProcess {
  /// An order that was given to it.
  struct Assignment {
    let id: OrderID
    let order: RenderOrder
    let timeout: Duration
  }

  /// Which of the workers of the pool it is, from 0; a new one in its place has the same.
  let slot: Int
  let pid: pid_t
  /// Orders as it works on them: the first one is what it is doing.
  private(set) var assignments: [Assignment] = []
  /// When it began the first of them.
  private(set) var begun: SuspendingClock.Instant
  /// When it said something last.
  private(set) var heard: SuspendingClock.Instant
  /// Whether it can take orders.
  var isReady = false
  /// Whether it has said that it ends, having begun nothing of what it still has.
  var isLeaving = false
  /// The order that it has said it has begun.
  var begunLast: OrderID?
  /// Why it is being ended, if it is.
  var verdict: RenderError?
  /// The order that is to blame for that, if one is.
  var blamed: OrderID?
  /// What the programs of its plugins have in use, as of the last look at them.
  var bytesOfPrograms: Int? = 0
  /// When that was.
  var counted: SuspendingClock.Instant?
  /// What it has prepared: background and device of the order it was given last.
  private(set) var affinity = OrderAffinity()
  /// What it may have, and what it has delivered.
  let desk: OrderDesk

  private static let longestLine = 64 << 20

  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var unwritten: [UInt8] = []
  private var unread: [UInt8] = []
  private var said: [UInt8] = []
  /// Whether it has closed its input: what it was not told it will never hear.
  private var isDeaf = false
  /// Whether something it said was cut or changed: what became of its order is not known then.
  private(set) var hasGarbled = false
  /// Whether nobody can print to its errors any more.
  private var hasFallenSilent = false
  /// Whether its output has ended: it has, or is about to.
  private(set) var hasEnded = false

  /// Starts a worker.
  ///
  /// - Throws: `worker-crashed` where no process can be made.
  init(slot: Int, command: [String], now: SuspendingClock.Instant) throws(RenderError) {
    desk = try OrderDesk()
    let process = try WorkerSpawn(command)
    self.slot = slot
    pid = process.pid
    (input, output, errors) = (process.input, process.output, process.errors)
    (begun, heard) = (now, now)
    let (desk, socket) = (desk, process.broker)
    guard BackgroundThread.start({ desk.serve(BrokerSocket(socket)) }) == 0 else {
      close(socket)
      end()
      kill()
      _ = waitForEnd()
      throw .workersDoNotStart("has no thread that listens to it", said: nil)
    }
  }

  deinit {
    for end in [input, output, errors] where end >= 0 { close(end) }
  }

  /// What to wait for: news from it, what it prints, and room for what it is to be told; always three.
  func addDescriptors(to wanted: inout [pollfd]) {
    let (comes, goes) = (Int16(POLLIN), Int16(POLLOUT))
    wanted.append(pollfd(fd: hasEnded ? -1 : output, events: comes, revents: 0))
    wanted.append(pollfd(fd: hasFallenSilent ? -1 : errors, events: comes, revents: 0))
    wanted.append(pollfd(fd: unwritten.isEmpty || isDeaf ? -1 : input, events: goes, revents: 0))
  }

  // MARK: - Talking

  /// Gives it an order, behind those it has.
  func give(
    _ id: OrderID, _ order: RenderOrder, timeout: Duration, now: SuspendingClock.Instant
  ) {
    if assignments.isEmpty { begun = now }
    desk.add(id, order)
    assignments.append(Assignment(id: id, order: order, timeout: timeout))
    affinity = order.affinity
    unwritten += Array(WorkerOrder.line(id, order).utf8)
    flush()
  }

  /// Writes what there is room for.
  func flush() {
    while !unwritten.isEmpty {
      let written = unwritten.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      // A pipe without a reader shows as the end of its output soon enough, and is not waited for.
      guard written > 0 else {
        isDeaf = errno != EAGAIN
        return
      }
      unwritten.removeFirst(written)
    }
  }

  /// Reads what it has said.
  func listen(now: SuspendingClock.Instant) -> [WorkerMessage] {
    let (bytes, isOver) = Files.readAvailable(output)
    hasEnded = hasEnded || isOver
    // After its end everything that it printed is there.
    let printed = Files.readAvailable(errors)
    if !printed.bytes.isEmpty { said = Array((said + printed.bytes).suffix(4096)) }
    hasFallenSilent = hasFallenSilent || printed.isOver
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
    // No receipt is as long as that.
    if unread.count > WorkerProcess.longestLine {
      hasGarbled = true
      unread = []
    }
    return messages
  }

  /// Takes away an order that it has finished; nil where it has no such order.
  func finished(_ id: OrderID, now: SuspendingClock.Instant) -> Assignment? {
    guard let index = assignments.firstIndex(where: { $0.id == id }) else { return nil }
    if index == 0 { begun = now }
    return assignments.remove(at: index)
  }

  /// Whether it has not been told all yet.
  var hasUnwrittenOrders: Bool { !unwritten.isEmpty }

  /// Takes away all orders.
  func takeAssignments() -> [Assignment] {
    defer { assignments = [] }
    for assignment in assignments { desk.withdraw(assignment.id) }
    return assignments
  }

  // MARK: - Ending

  /// Lets it end when it has done what it has.
  func end() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends it at once, also where it is stopped, with what it started in its group.
  func kill() {
    _ = Glibc.kill(-pid, SIGKILL)
    _ = Glibc.kill(pid, SIGKILL)
  }

  /// How it ended; nil while it runs.
  func howItEnded() -> ProcessEnd? { ProcessEnd(of: pid, waits: false) }

  /// Waits until it has ended.
  func waitForEnd() -> ProcessEnd? { ProcessEnd(of: pid, waits: true) }

  /// What ended it, where it is a plugin from outside and it could still say so.
  var lastWords: RenderError? {
    RenderError(
      lastToldIn: String(decoding: said, as: UTF8.self), among: ErrorCode.ofRunningPlugins)
  }

  /// The last line it wrote to standard error.
  var saidLast: String? {
    let lines = said.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { !$0.isEmpty }
    return lines.last.map { String(String(decoding: $0, as: UTF8.self).prefix(300)) }
  }
}
