internal import Glibc
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// The worker's connection to the pool, which opens files and commits pictures on the worker's
/// behalf.
final class Broker: Sendable {
  /// The file descriptor of the broker socket in a worker process.
  static let descriptor: Int32 = 3

  private let connection = Mutex(BrokerConnection())
  private let order = Mutex(OrderID(0))

  /// Whether the process inherited a broker socket.
  static var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Sets the order to which all subsequent requests belong.
  func begin(_ id: OrderID) { order.withLock { $0 = id } }

  /// Opens a file for reading.
  ///
  /// - Throws: `file-unreadable`.
  func open(_ path: String) throws(RenderError) -> Int32 {
    try ask(.input(order.withLock { $0 }, path: path))
  }

  /// Opens the given inputs that are embedded in the current order, and returns their descriptors
  /// by path.
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

  /// Opens the output of the current order for writing.
  ///
  /// - Throws: `output-failed`, `path-outside`.
  func openOutput() throws(RenderError) -> Int32 {
    let id = order.withLock { $0 }
    let early = connection.withLock { $0.takeEarly(id) }
    if let early { return try early.get() }
    return try ask(.output(id))
  }

  /// Commits the picture of the current order.
  ///
  /// - Parameter next: The next order, if known; its output is requested in advance to save a round
  ///   trip.
  /// - Throws: `output-failed`, `order-withdrawn`.
  func commit(before next: OrderID?) throws(RenderError) {
    _ = try ask(.commit(order.withLock { $0 }), early: next)
  }

  private func ask(_ request: BrokerRequest, early: OrderID? = nil) throws(RenderError) -> Int32 {
    try connection.withLock { $0.ask(request, early: early) }.get()
  }
}

/// Sends requests and receives their responses in order.
private struct BrokerConnection: ~Copyable {
  private let socket = BrokerSocket(Broker.descriptor)
  /// The prefetched output: the order that it belongs to, and the response, or `nil` until it is
  /// received.
  private var early: (order: OrderID, answer: Result<Int32, RenderError>?)?

  /// Sends a request and waits for the response.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - next: The order whose output is to be prefetched, or `nil`; ``takeEarly(_:)`` returns the
  ///     response.
  /// - Returns: The descriptor sent with the response, or -1.
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

  /// Returns the prefetched output of an order, or `nil` if there is none.
  mutating func takeEarly(_ order: OrderID) -> Result<Int32, RenderError>? {
    settle()
    guard let found = early else { return nil }
    early = nil
    if found.order == order { return found.answer }
    // The prefetched output belongs to a different order, so close it.
    if case .success(let descriptor) = found.answer { close(descriptor) }
    return nil
  }

  /// Receives the response to an outstanding prefetch.
  private mutating func settle() {
    guard let (order, answer) = early, answer == nil else { return }
    early = (order, receive())
  }

  private func send(_ request: BrokerRequest) {
    // If the request cannot be sent, the pool has exited, so the worker also exits.
    if !socket.send(request.text) { exit(1) }
  }

  private func receive() -> Result<Int32, RenderError> {
    guard let answer = socket.receive() else { exit(1) }
    if let error = BrokerAnswer.error(in: answer.bytes) { return .failure(error) }
    return .success(answer.descriptor)
  }
}
