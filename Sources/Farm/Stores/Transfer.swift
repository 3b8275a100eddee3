internal import CTransfer
import Diagnostics
internal import Synchronization

/// Sends HTTP requests with libcurl over a pool of reusable connections.
package final class Transfer: Sendable {
  /// An HTTP request.
  struct Request {
    var method: String
    var address: String
    var headers: [(name: String, value: String)]
    var body: UnsafeRawBufferPointer?
    /// The maximum time in seconds for which a transfer may be slower than the minimum rate.
    var patience: Int
    var most: Int
    var authority: String?
  }

  /// An HTTP response of any status.
  package struct Answer {
    var status: Int
    /// The headers, with lowercase names.
    var headers: [String: String]
    var body: [UInt8]
  }

  /// The reason why there is no response.
  struct Failure: Error {
    var kind: Kind
    var reason: String

    enum Kind { case silent, late, broken, untrusted, large, impossible }
  }

  /// Idle connections.
  private let idle = Mutex<[Handle]>([])
  private static let mostIdle = 32

  private struct Handle: @unchecked Sendable {
    // A handle is either in the list or used by one thread.
    let pointer: OpaquePointer
  }

  deinit { for handle in idle.withLock({ $0 }) { wallfarm_transfer_free(handle.pointer) } }

  /// The minimum transfer rate in bytes per second; a slower transfer is considered stalled.
  private static let leastBytesPerSecond = 1024

  /// Sends a request, and waits for the response.
  func run(_ request: Request) throws(Failure) -> Answer {
    guard wallfarm_transfer_load() == 0 else {
      throw Failure(kind: .impossible, reason: "libcurl cannot be loaded; install libcurl4")
    }
    guard let handle = idle.withLock({ $0.popLast() })?.pointer ?? wallfarm_transfer_make() else {
      throw Failure(kind: .impossible, reason: "there is not enough memory for a connection")
    }
    let (answer, result) = Transfer.run(request, handle)
    let isKept = idle.withLock { idle in
      guard idle.count < Transfer.mostIdle else { return false }
      idle.append(Handle(pointer: handle))
      return true
    }
    if !isKept { wallfarm_transfer_free(handle) }
    guard result.end != WALLFARM_TRANSFER_DONE else { return answer }
    let reason = withUnsafeBytes(of: result.reason) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    throw Failure(kind: Transfer.kind(result.end), reason: reason)
  }

  private static func run(
    _ request: Request, _ handle: OpaquePointer
  ) -> (Answer, wallfarm_transfer_result) {
    let came = Came()
    let lines = request.headers.map { "\($0.name): \($0.value)" }
    let result = lines.withCStrings { headers in
      request.method.withCString { method in
        request.address.withCString { address in
          (request.authority ?? "").withCString { authority in
            var asked = wallfarm_transfer_request()
            (asked.method, asked.address) = (method, address)
            (asked.headers, asked.count) = (headers, Int32(lines.count))
            (asked.body, asked.length) = (request.body?.baseAddress, request.body?.count ?? 0)
            (asked.seconds, asked.least) = (request.patience, leastBytesPerSecond)
            asked.most = request.most
            asked.authority = request.authority == nil ? nil : authority
            asked.context = Unmanaged.passUnretained(came).toOpaque()
            asked.line = { context, bytes, count in
              Came.of(context)?.line(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            asked.take = { context, bytes, count in
              Came.of(context)?.body += UnsafeRawBufferPointer(start: bytes, count: count)
            }
            return wallfarm_transfer_run(handle, &asked)
          }
        }
      }
    }
    return (Answer(status: result.status, headers: came.headers, body: came.body), result)
  }

  /// Parses a date header as seconds since 1970; returns nil if the date is invalid.
  static func seconds(of date: String) -> Int? {
    let seconds = wallfarm_transfer_date(date)
    return seconds < 0 ? nil : Int(seconds)
  }

  /// The received part of a response.
  private final class Came {
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    static func of(_ context: UnsafeMutableRawPointer?) -> Came? {
      context.map { Unmanaged<Came>.fromOpaque($0).takeUnretainedValue() }
    }

    func line(_ bytes: UnsafeRawBufferPointer) {
      let text = String(decoding: bytes, as: UTF8.self)
      // Another status line follows a "100 Continue" response, so discard the headers that were
      // received before it.
      if text.hasPrefix("HTTP/") { return headers = [:] }
      guard let colon = text.firstIndex(of: ":") else { return }
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[text[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    }
  }

  private static func kind(_ end: wallfarm_transfer_end) -> Failure.Kind {
    switch end {
    case WALLFARM_TRANSFER_SILENT: .silent
    case WALLFARM_TRANSFER_LATE: .late
    case WALLFARM_TRANSFER_UNTRUSTED: .untrusted
    case WALLFARM_TRANSFER_LARGE: .large
    case WALLFARM_TRANSFER_FAILED: .impossible
    default: .broken
    }
  }
}

extension [String] {
  /// Passes an array of strings as an array of C strings.
  fileprivate func withCStrings<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in self {
      starts.append(bytes.count)
      bytes += text.utf8CString
    }
    return bytes.withUnsafeBufferPointer { all in
      let pointers = starts.map { start in all.baseAddress.map { $0 + start } }
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
