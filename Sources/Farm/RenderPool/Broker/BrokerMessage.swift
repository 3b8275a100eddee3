internal import CSystem
internal import Glibc
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// A request that a worker sends to the pool for an operation that the fence denies to the worker.
package enum BrokerRequest: Hashable {
  /// Opens a file for reading.
  case input(OrderID, path: String)
  /// Opens the output for writing.
  case output(OrderID)
  /// Commits the finished picture.
  case commit(OrderID)
  /// Reports the number of a system call that the fence rejected; the worker then exits.
  case refused(call: Int)

  /// Maximum message size in bytes; large enough for an error with an escaped 4,096-byte path.
  static let mostBytes = 32 << 10

  /// The encoded request: a keyword, a number and, for an input, its path.
  ///
  /// For example, `input 7 /photos/beach.jpg`.
  package var text: String {
    switch self {
    case .input(let order, let path): "input \(order.number) \(path)"
    case .output(let order): "output \(order.number)"
    case .commit(let order): "commit \(order.number)"
    case .refused(let call): "refused \(call)"
    }
  }

  /// Decodes ``text``; returns `nil` if the message is invalid.
  package static func read(_ bytes: [UInt8]) -> BrokerRequest? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    // Split bytes, not characters, because a combining mark at the start of a path would merge with
    // the preceding space.
    let words = bytes.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count > 1, let number = Int(words[1]) else { return nil }
    switch (words[0], words.count) {
    case ("input", 3): return .input(OrderID(number), path: words[2])
    case ("output", 2): return .output(OrderID(number))
    case ("commit", 2): return .commit(OrderID(number))
    case ("refused", 2): return .refused(call: number)
    default: return nil
    }
  }
}

/// The pool's response: success, optionally with a file descriptor, or an error.
package enum BrokerAnswer {
  package static let good = "good"

  package static func text(_ error: RenderError) -> String { error.json.text(pretty: false) }

  /// Returns the error in a response, or `nil` on success.
  package static func error(in bytes: [UInt8]) -> RenderError? {
    if bytes == Array(good.utf8) { return nil }
    return (try? JSONNode(parsing: bytes)).flatMap(RenderError.init(json:)) ?? .messageDamaged()
  }
}

/// One end of a packet socket that passes messages and file descriptors.
package struct BrokerSocket: ~Copyable {
  let descriptor: Int32

  deinit { close(descriptor) }

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a message; returns whether the whole message was sent.
  package func send(_ text: String, with other: Int32 = -1) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes {
      wallfarm_send_packet(descriptor, $0.baseAddress, $0.count, other) == $0.count
    }
  }

  /// Waits for a message, the end of the connection, or a bell.
  ///
  /// - Returns: `false` if only the bell rang.
  func waits(or bell: Bell) -> Bool {
    var wanted = [descriptor, bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while poll(&wanted, 2, -1) < 0 && errno == EINTR {}
    return wanted[0].revents != 0
  }

  /// Waits for a message; returns `nil` if the peer has exited or the message is invalid.
  func receive() -> (bytes: [UInt8], descriptor: Int32)? {
    var with: Int32 = -1
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: BrokerRequest.mostBytes) { buffer, count in
      got = wallfarm_receive_packet(descriptor, buffer.baseAddress, buffer.count, &with)
      count = max(0, got)
    }
    return got > 0 ? (bytes, with) : nil
  }
}
