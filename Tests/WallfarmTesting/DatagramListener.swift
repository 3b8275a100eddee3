import Foundation
private import Synchronization

/// Receives datagrams on a Unix socket, as systemd does.
///
/// A thread drains the socket continuously, because the queue of the socket holds only ten
/// messages.
public final class DatagramListener: Sendable {
  private final class Heard: Sendable {
    let text = Mutex("")
  }

  private let descriptor: Int32
  private let heard = Heard()

  /// Listens at a path of at most 107 bytes.
  public init?(_ path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0 else { return nil }
    Thread.detachNewThread { [descriptor, heard] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
        heard.text.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) + "\n" }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// All messages received so far, one per line.
  public var text: String { heard.text.withLock { $0 } }
}
