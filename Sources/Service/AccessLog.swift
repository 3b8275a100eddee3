internal import Files
internal import Glibc
internal import HTTP
internal import SourceJSON
internal import Synchronization
internal import WallfarmCore
public import WallfarmPluginKit

/// A line of JSON for each request; none has words, addresses of people or keys.
public struct AccessLog: Sendable {
  private let descriptor: Int32
  /// One line at a time.
  private let turn = Turn()

  private final class Turn: Sendable { let lock = Mutex(()) }

  /// Writes to a descriptor that stays open.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Adds to a file, which is made for its owner alone where it is missing.
  ///
  /// - Throws: `output-failed`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .outputFailed(path, SystemError.message(errno), origin: origin)
    }
    self.init(descriptor: descriptor)
  }

  /// Writes what became of a request; the route is a part of the service, and never what its address says.
  func write(_ record: HTTPRecord, route: String) {
    let method = record.head?.method ?? ""
    var members: [String: JSONValue] = [
      "time": .string(TimeSource.machine.read().description), "route": .string(route),
      "method": .string(AccessLog.methods.contains(method) ? method : "other"),
      "bytes": .number(Double(record.bytes)),
      "milliseconds": .number(Double(Int(record.duration / .microseconds(1))) / 1000),
    ]
    members["status"] = record.status.map { .number(Double($0)) } ?? .null
    if !record.isWhole { members["cut"] = .bool(true) }
    for (name, value) in record.tags { members[name] = .string(value) }
    let line = JSONValue.object(members).text(pretty: false) + "\n"
    turn.lock.withLock { _ in
      var bytes = Array(line.utf8)[...]
      while !bytes.isEmpty {
        // Where its reader is gone or slow, the line is lost: requests are answered all the same.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT) != 0 else { return }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        bytes = bytes.dropFirst(written)
      }
    }
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
  ]
}
