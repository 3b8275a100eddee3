internal import Glibc
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// The side of a worker: asks the process outside to open files and to put pictures in place.
final class Broker: Sendable {
  /// The number of its descriptor in a worker.
  static let descriptor: Int32 = 3

  private let connection = Mutex(BrokerConnection())
  private let order = Mutex(OrderID(0))

  /// Whether this process was started with one.
  static var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// The order that everything from now on belongs to.
  func begin(_ id: OrderID) { order.withLock { $0 = id } }

  /// A descriptor of a file to read.
  ///
  /// - Throws: `file-unreadable`.
  func open(_ path: String) throws(RenderError) -> Int32 {
    try ask(.input(order.withLock { $0 }, path: path))
  }

  /// Descriptors of what the order brings along, by their paths.
  ///
  /// - Throws: `input-failed`.
  func openHeld(_ paths: [String]) throws(RenderError) -> [String: Int32] {
    var held: [String: Int32] = [:]
    do throws(RenderError) {
      for path in paths { held[path] = try open(path) }
    } catch {
      for descriptor in held.values { close(descriptor) }
      throw error
    }
    return held
  }

  /// A descriptor to write the picture to.
  ///
  /// - Throws: `output-failed`, `path-outside`.
  func openOutput() throws(RenderError) -> Int32 {
    let id = order.withLock { $0 }
    let early = connection.withLock { $0.takeEarly(id) }
    if let early { return try early.get() }
    return try ask(.output(id))
  }

  /// Puts the picture in place.
  ///
  /// - Parameter next: the order that comes then, if it is known; its output is asked for meanwhile, so that
  ///   nobody waits for it.
  /// - Throws: `output-failed`, `order-withdrawn`.
  func commit(before next: OrderID?) throws(RenderError) {
    _ = try ask(.commit(order.withLock { $0 }), early: next)
  }

  private func ask(_ request: BrokerRequest, early: OrderID? = nil) throws(RenderError) -> Int32 {
    try connection.withLock { $0.ask(request, early: early) }.get()
  }
}

/// Questions and answers, one after the other.
private struct BrokerConnection: ~Copyable {
  private let socket = BrokerSocket(Broker.descriptor)
  /// The output that was asked for early: its order, and the answer once it is here.
  private var early: (order: OrderID, answer: Result<Int32, RenderError>?)?

  /// Asks, and waits for the answer.
  ///
  /// - Parameters:
  ///   - request: what is wanted.
  ///   - next: an order whose output is asked for in the same breath; ``takeEarly(_:)`` has the answer.
  /// - Returns: the descriptor that came with it, or -1.
  mutating func ask(
    _ request: BrokerRequest, early next: OrderID?
  ) -> Result<Int32, RenderError> {
    settle()
    send(request)
    if let next { send(.output(next)) }
    let answer = receive()
    early = next.map { ($0, nil) }
    return answer
  }

  /// The output that was asked for early; nil where there is none for this order.
  mutating func takeEarly(_ order: OrderID) -> Result<Int32, RenderError>? {
    settle()
    guard let found = early else { return nil }
    early = nil
    if found.order == order { return found.answer }
    // Another order came than was thought.
    if case .success(let descriptor) = found.answer { close(descriptor) }
    return nil
  }

  /// Takes in the answer that comes first.
  private mutating func settle() {
    guard let (order, answer) = early, answer == nil else { return }
    early = (order, receive())
  }

  private func send(_ request: BrokerRequest) {
    // Without the process outside there is nothing to work for.
    if !socket.send(request.text) { exit(1) }
  }

  private func receive() -> Result<Int32, RenderError> {
    guard let answer = socket.receive() else { exit(1) }
    if let error = BrokerAnswer.error(in: answer.bytes) { return .failure(error) }
    return .success(answer.descriptor)
  }
}
