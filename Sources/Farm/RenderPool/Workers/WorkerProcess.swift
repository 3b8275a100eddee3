internal import CSystem
internal import Files
internal import Glibc
internal import Processes
import WallfarmCore
import WallfarmPluginKit

/// The pool's view of one worker: a child process, its pipes and its assigned orders.
///
/// No method blocks: unwritten output is buffered, and only available input is read.
final class WorkerProcess {
  /// An order assigned to the worker.
  struct Assignment {
    let id: OrderID
    let order: RenderOrder
    let timeout: Duration
  }

  /// The index of the worker in the pool, from 0; a replacement worker keeps the slot.
  let slot: Int
  let pid: pid_t
  /// The assigned orders in the order of execution; the first is running.
  private(set) var assignments: [Assignment] = []
  /// The time at which the first assignment began.
  private(set) var begun: SuspendingClock.Instant
  /// The time of the last message from the worker.
  private(set) var heard: SuspendingClock.Instant
  /// Whether the worker can accept orders.
  var isReady = false
  /// Whether the worker announced that it exits without starting its remaining orders.
  var isLeaving = false
  /// The last order that the worker reported as started.
  var begunLast: OrderID?
  /// The reason for killing the worker, or `nil`.
  var verdict: RenderError?
  /// The order that caused ``verdict``, or `nil`.
  var blamed: OrderID?
  /// Memory use of the worker's plugin programs in bytes, as last measured; `nil` if there are too
  /// many to count.
  var bytesOfPrograms: Int? = 0
  /// The time of the last measurement of ``bytesOfPrograms``.
  var counted: SuspendingClock.Instant?
  /// The background and device of the last assigned order, which the worker has cached.
  private(set) var affinity = OrderAffinity()
  /// The broker that serves this worker's requests.
  let orderBroker: OrderBroker

  private static let longestLine = 64 << 20

  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var unwritten: [UInt8] = []
  private var unread: [UInt8] = []
  private var said: [UInt8] = []
  /// Whether the worker closed its input; unwritten orders never reach it.
  private var isDeaf = false
  /// Whether a message was truncated or corrupted, so that the result of its order is unknown.
  private(set) var hasGarbled = false
  /// Whether the standard error pipe is closed.
  private var hasFallenSilent = false
  /// Whether the standard output pipe is closed; the worker has exited or is about to.
  private(set) var hasEnded = false

  /// Starts a worker.
  ///
  /// - Throws: `worker-crashed` if no process can be created.
  init(slot: Int, command: [String], now: SuspendingClock.Instant) throws(RenderError) {
    orderBroker = try OrderBroker()
    let process = try WorkerSpawn(command)
    self.slot = slot
    pid = process.pid
    (input, output, errors) = (process.input, process.output, process.errors)
    (begun, heard) = (now, now)
    let (orderBroker, socket) = (orderBroker, process.broker)
    guard BackgroundThread.start({ orderBroker.serve(BrokerSocket(socket)) }) == 0 else {
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

  /// Appends three descriptors to poll: output, errors, and input if orders are unwritten.
  func addDescriptors(to wanted: inout [pollfd]) {
    let (comes, goes) = (Int16(POLLIN), Int16(POLLOUT))
    wanted.append(pollfd(fd: hasEnded ? -1 : output, events: comes, revents: 0))
    wanted.append(pollfd(fd: hasFallenSilent ? -1 : errors, events: comes, revents: 0))
    wanted.append(pollfd(fd: unwritten.isEmpty || isDeaf ? -1 : input, events: goes, revents: 0))
  }

  // MARK: - Messages

  /// Assigns an order, behind the orders already assigned.
  func give(
    _ id: OrderID, _ order: RenderOrder, timeout: Duration, now: SuspendingClock.Instant
  ) {
    if assignments.isEmpty { begun = now }
    orderBroker.add(id, order)
    assignments.append(Assignment(id: id, order: order, timeout: timeout))
    affinity = order.affinity
    unwritten += Array(WorkerOrder.line(id, order).utf8)
    flush()
  }

  /// Writes as much as the pipe accepts.
  func flush() {
    while !unwritten.isEmpty {
      let written = unwritten.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      // A pipe without a reader soon shows as the end of the worker's output; do not poll it.
      guard written > 0 else {
        isDeaf = errno != EAGAIN
        return
      }
      unwritten.removeFirst(written)
    }
  }

  /// Reads the available messages.
  func listen(now: SuspendingClock.Instant) -> [WorkerMessage] {
    let (bytes, isOver) = Files.readAvailable(output)
    hasEnded = hasEnded || isOver
    // Read standard error after the end of output, so that everything printed has arrived.
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
    // No receipt is that long.
    if unread.count > WorkerProcess.longestLine {
      hasGarbled = true
      unread = []
    }
    return messages
  }

  /// Removes a finished order; returns `nil` if the worker does not have it.
  func finished(_ id: OrderID, now: SuspendingClock.Instant) -> Assignment? {
    guard let index = assignments.firstIndex(where: { $0.id == id }) else { return nil }
    if index == 0 { begun = now }
    return assignments.remove(at: index)
  }

  /// Whether some orders have not been written completely.
  var hasUnwrittenOrders: Bool { !unwritten.isEmpty }

  /// Withdraws and returns all assigned orders.
  func takeAssignments() -> [Assignment] {
    defer { assignments = [] }
    for assignment in assignments { orderBroker.withdraw(assignment.id) }
    return assignments
  }

  // MARK: - Ending

  /// Closes the input, so that the worker exits after its remaining orders.
  func end() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Kills the worker and its process group, even if it is stopped.
  func kill() {
    _ = Glibc.kill(-pid, SIGKILL)
    _ = Glibc.kill(pid, SIGKILL)
  }

  /// Returns how the worker exited, or `nil` if it is running.
  func howItEnded() -> ProcessEnd? { ProcessEnd(of: pid, waits: false) }

  /// Waits for the worker to exit.
  func waitForEnd() -> ProcessEnd? { ProcessEnd(of: pid, waits: true) }

  /// The error of an external plugin that ended the worker, if it was printed before the exit.
  var lastWords: RenderError? {
    RenderError(
      lastToldIn: String(decoding: said, as: UTF8.self), among: ErrorCode.ofRunningPlugins)
  }

  /// The last line that the worker wrote to standard error, up to 300 characters.
  var saidLast: String? {
    let lines = said.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { !$0.isEmpty }
    return lines.last.map { String(String(decoding: $0, as: UTF8.self).prefix(300)) }
  }
}
