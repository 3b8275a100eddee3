internal import CSystem
internal import Files
internal import Glibc
internal import Processes
import WallfarmCore
import WallfarmPluginKit

/// One worker as seen by the pool: a child process, its pipes and its assigned orders.
///
/// No method blocks: unwritten output is buffered, and only available input is read.
final class WorkerProcess {
  /// An order assigned to the worker.
  struct Assignment {
    let id: OrderID
    let order: RenderOrder
    let timeout: Duration
  }

  /// The index of the worker in the pool, from 0; a replacement worker keeps the index.
  let slot: Int
  /// The pipes for messages.
  let pipes: HelperPipes
  private let process: ChildProcess
  /// The assigned orders in execution order; the first is running.
  private(set) var assignments: [Assignment] = []
  /// The time at which the first assignment started.
  private(set) var begun: SuspendingClock.Instant
  /// The time of the last message from the worker.
  private(set) var lastMessage: SuspendingClock.Instant
  /// Whether the worker can accept orders.
  var isReady = false
  /// Whether the worker has announced that it will exit without starting its remaining orders.
  var isLeaving = false
  /// The order that the worker most recently reported as started.
  var begunLast: OrderID?
  /// The reason for killing the worker, or `nil` if it is not being killed.
  var verdict: RenderError?
  /// The order that caused ``verdict``, or `nil` if no order did.
  var blamed: OrderID?
  /// Last measured memory use of the worker's plugin programs in bytes, or `nil` if there are too
  /// many programs to count.
  var bytesOfPrograms: Int? = 0
  /// The time of the last measurement of ``bytesOfPrograms``.
  var counted: SuspendingClock.Instant?
  /// The background and device of the last assigned order; they are expected to be in the worker's
  /// caches.
  private(set) var affinity = OrderAffinity()
  /// The broker that serves this worker's requests.
  let orderBroker: OrderBroker

  /// Whether a message was truncated or corrupted; if so, the result of the worker's current order
  /// is unknown.
  private(set) var hasGarbled = false

  /// Maximum message length in bytes, which exceeds the length of any receipt.
  private static let longestLine = 64 << 20

  /// Starts a worker.
  ///
  /// - Throws: `worker-crashed` if no process can be created.
  init(slot: Int, command: [String], now: SuspendingClock.Instant) throws(RenderError) {
    orderBroker = try OrderBroker()
    var sockets: [Int32] = [-1, -1]
    do throws(ChildProcess.Failure) {
      guard wallfarm_packet_pair(&sockets) == 0 else { throw ChildProcess.Failure(number: errno) }
      pipes = try HelperPipes(most: WorkerProcess.longestLine, readsErrors: true)
      process = try ChildProcess(command, descriptors: pipes.theirs + [sockets[1]])
    } catch {
      for socket in sockets where socket >= 0 { close(socket) }
      throw .workerCannotStart(command, error.number)
    }
    pipes.closeTheirs()
    close(sockets[1])
    self.slot = slot
    (begun, lastMessage) = (now, now)
    let (orderBroker, socket) = (orderBroker, sockets[0])
    guard BackgroundThread.start({ orderBroker.serve(BrokerSocket(socket)) }) == 0 else {
      close(socket)
      process.killAndWait()
      throw .workersDoNotStart(
        "cannot be used: no thread is available to read its messages", said: nil)
    }
  }

  // MARK: - Messages

  /// Assigns an order, which runs after the orders that are already assigned.
  func give(
    _ id: OrderID, _ order: RenderOrder, timeout: Duration, now: SuspendingClock.Instant
  ) {
    if assignments.isEmpty { begun = now }
    orderBroker.add(id, order)
    assignments.append(Assignment(id: id, order: order, timeout: timeout))
    affinity = order.affinity
    pipes.send(Array(WorkerOrder.line(id, order).utf8))
  }

  /// Writes and reads as much as possible without blocking, and returns the messages that were
  /// read.
  func listen(now: SuspendingClock.Instant) -> [WorkerMessage] {
    if pipes.receive() { lastMessage = now }
    var messages: [WorkerMessage] = []
    while let line = pipes.takeLine() {
      if let message = WorkerMessage.read(line) {
        messages.append(message)
      } else {
        hasGarbled = true
      }
    }
    hasGarbled = hasGarbled || pipes.isOverfull
    return messages
  }

  /// Removes a finished order; returns `nil` if the order is not assigned to this worker.
  func finished(_ id: OrderID, now: SuspendingClock.Instant) -> Assignment? {
    guard let index = assignments.firstIndex(where: { $0.id == id }) else { return nil }
    if index == 0 { begun = now }
    return assignments.remove(at: index)
  }

  /// Whether any orders have not been written completely.
  var hasUnwrittenOrders: Bool { pipes.hasUnsent }

  /// Withdraws and returns all assigned orders.
  func takeAssignments() -> [Assignment] {
    defer { assignments = [] }
    for assignment in assignments { orderBroker.withdraw(assignment.id) }
    return assignments
  }

  // MARK: - Ending

  var pid: pid_t { process.pid }

  /// Whether standard output is closed because the worker has exited or is about to exit.
  var hasEnded: Bool { pipes.hasClosedOutput }

  /// Closes the input, so that the worker exits after its remaining orders.
  func end() { pipes.closeInput() }

  /// Kills the worker and its process group, even if the worker is suspended by a signal.
  func kill() { process.kill() }

  /// How the worker exited, or `nil` if it is running.
  var howItEnded: ProcessEnd? { process.end }

  /// The plugin error that the worker reported on standard error before it exited, or `nil` if
  /// there is none.
  var lastWords: RenderError? {
    RenderError(
      lastToldIn: String(decoding: pipes.said, as: UTF8.self), among: ErrorCode.ofRunningPlugins)
  }

  /// The last line that the worker wrote to standard error, up to 300 characters.
  var lastOutput: String? {
    let lines = pipes.said.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { !$0.isEmpty }
    return lines.last.map { String(String(decoding: $0, as: UTF8.self).prefix(300)) }
  }
}
