internal import Glibc
import SourceJSON
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// The side of a worker: asks the process outside to open files and to put pictures in place.
final class Broker: Sendable {
  /// The number of its descriptor in a worker.
  static let descriptor: Int32 = 3

  private let socket = Mutex(BrokerSocket(Broker.descriptor))
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

  /// A descriptor to write the picture to.
  ///
  /// - Throws: `output-failed`, `path-outside`.
  func openOutput() throws(RenderError) -> Int32 { try ask(.output(order.withLock { $0 })) }

  /// Puts the picture in place.
  ///
  /// - Throws: `output-failed`, `order-withdrawn`.
  func commit() throws(RenderError) { _ = try ask(.commit(order.withLock { $0 })) }

  private func ask(_ request: BrokerRequest) throws(RenderError) -> Int32 {
    let answer = socket.withLock { socket in
      socket.send(request.text) ? socket.receive() : nil
    }
    // Without the process outside there is nothing to work for.
    guard let answer, let node = try? JSONNode(parsing: answer.bytes) else { exit(1) }
    if let error = node["error"] {
      throw RenderError(json: error) ?? .messageDamaged()
    }
    return answer.descriptor
  }
}
