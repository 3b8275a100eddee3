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

  /// Most bytes of a message: a path is at most 4,096 long, escaped six times that.
  static let mostBytes = 32 << 10

  var text: String {
    let members: [String: JSONValue] =
      switch self {
      case .input(let order, let path):
        ["ask": .string("input"), "order": .number(Double(order.number)), "path": .string(path)]
      case .output(let order):
        ["ask": .string("output"), "order": .number(Double(order.number))]
      case .commit(let order):
        ["ask": .string("commit"), "order": .number(Double(order.number))]
      case .refused(let call): ["refused": .number(Double(call))]
      }
    return JSONValue.object(members).text(pretty: false)
  }

  /// Reads what ``text`` wrote; nil for anything else.
  static func read(_ bytes: [UInt8]) -> BrokerRequest? {
    guard let node = try? JSONNode(parsing: bytes) else { return nil }
    if let call = node["refused"]?.whole { return .refused(call: call) }
    guard let number = node["order"]?.whole, let ask = node["ask"]?.string else { return nil }
    let order = OrderID(number)
    switch ask {
    case "input": return node["path"]?.string.map { .input(order, path: $0) }
    case "output": return .output(order)
    case "commit": return .commit(order)
    default: return nil
    }
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
