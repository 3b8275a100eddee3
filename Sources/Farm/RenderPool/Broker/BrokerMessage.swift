internal import CSystem
internal import Glibc
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// What a worker asks the process outside to do for an order: it may do nothing of it itself.
enum BrokerRequest: Hashable {
  /// Opens a file to read.
  case input(OrderID, path: String)
  /// Opens the place of the picture.
  case output(OrderID)
  /// Puts the finished picture in place.
  case commit(OrderID)
  /// Something was tried that the fence refuses: the number of a system call. The worker ends.
  case refused(call: Int)

  /// Most bytes of a message: an answer may have an error with a path of 4,096 bytes, escaped.
  static let mostBytes = 32 << 10

  /// A word, a number, and for an input its path: `input 7 /photos/beach.jpg`.
  var text: String {
    switch self {
    case .input(let order, let path): "input \(order.number) \(path)"
    case .output(let order): "output \(order.number)"
    case .commit(let order): "commit \(order.number)"
    case .refused(let call): "refused \(call)"
    }
  }

  /// Reads what ``text`` wrote; nil for anything else.
  static func read(_ bytes: [UInt8]) -> BrokerRequest? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    // Bytes, because a path may begin with a mark that makes one character of itself and the blank.
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

/// What it is told: that all is well, maybe with a descriptor beside it, or why not.
enum BrokerAnswer {
  static let good = "good"

  static func text(_ error: RenderError) -> String { error.json.text(pretty: false) }

  /// The error of an answer; nil where all is well.
  static func error(in bytes: [UInt8]) -> RenderError? {
    if bytes == Array(good.utf8) { return nil }
    return (try? JSONNode(parsing: bytes)).flatMap(RenderError.init(json:)) ?? .messageDamaged()
  }
}

/// One end of the connection on which descriptors are handed over, a message at a time.
struct BrokerSocket: ~Copyable {
  let descriptor: Int32

  deinit { close(descriptor) }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a message; whether it arrived.
  func send(_ text: String, with other: Int32 = -1) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes {
      wallfarm_send_packet(descriptor, $0.baseAddress, $0.count, other) == $0.count
    }
  }

  /// Waits until there is a message, or the other end is gone, or a bell rings; whether it is not the bell
  /// alone.
  func waits(or bell: Bell) -> Bool {
    var wanted = [descriptor, bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while poll(&wanted, 2, -1) < 0 && errno == EINTR {}
    return wanted[0].revents != 0
  }

  /// Waits for a message; nil where the other end is gone, or what came is none.
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
