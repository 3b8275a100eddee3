internal import Files
internal import Glibc
internal import HTTP
internal import Synchronization
internal import WallfarmCore
public import WallfarmPluginKit

/// A request log with one line of JSON per request, without content, personal addresses or keys.
public final class AccessLog: Sendable {
  /// The descriptor of the log; the mutex prevents lines from being interleaved.
  private let descriptor: Mutex<Int32>
  /// The log file and the origin of its path, or `nil` if the log writes to a given descriptor.
  private let file: (path: String, origin: Origin)?

  /// Creates a log that writes to a descriptor but never closes it.
  public init(descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
    file = nil
  }

  /// Creates a log that appends to a file; if the file is new, only its owner can read and write
  /// it.
  ///
  /// - Throws: `output-failed`.
  public init(file path: String, origin: Origin) throws(RenderError) {
    descriptor = Mutex(try AccessLog.open(path, origin))
    file = (path, origin)
  }

  /// Checks whether a file can be created or appended to, without opening it.
  ///
  /// - Throws: `output-failed`.
  public static func check(file path: String, origin: Origin) throws(RenderError) {
    let folder = Files.folder(of: path)
    let reason: Int32? =
      if Files.isFolder(path) {
        EISDIR
      } else if Files.exists(path) {
        access(path, W_OK) == 0 ? nil : errno
      } else {
        access(folder, W_OK | X_OK) == 0 ? nil : errno
      }
    guard let reason else { return }
    throw .outputFailed(path, SystemError.message(reason), origin: origin)
  }

  private static func open(_ path: String, _ origin: Origin) throws(RenderError) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .outputFailed(path, SystemError.message(errno), origin: origin)
    }
    return descriptor
  }

  /// Reopens the file after log rotation.
  ///
  /// - Throws: `output-failed`; in that case, the log keeps the current file.
  public func reopen() throws(RenderError) {
    guard let file else { return }
    let new = try AccessLog.open(file.path, file.origin)
    let old = descriptor.withLock { descriptor in
      defer { descriptor = new }
      return descriptor
    }
    close(old)
  }

  /// Logs a request.
  ///
  /// - Parameters:
  ///   - record: The record of the request.
  ///   - route: The address pattern, never the address itself.
  ///   - trace: The identifier of the trace that contains the request, or `nil`.
  func write(_ record: HTTPRecord, route: String, trace: String? = nil) {
    // Write the members in the order of their names without a dictionary: every request writes a
    // line.
    var line = LogLine()
    line.add("bytes", record.bytes)
    if let error = record.error { line.add("class", error.errorClass.rawValue) }
    if !record.isWhole { line.add("cut", true) }
    if let device = record.tags["device"] { line.add("device", device) }
    if let error = record.error { line.add("error", error.rawValue) }
    if let key = record.tags["key"] { line.add("key", key) }
    line.add("method", AccessLog.name(ofMethod: record.head?.method))
    line.add("milliseconds", record.duration)
    if let queued = record.queued { line.add("queued", queued) }
    line.add("request", record.id.description)
    line.add("route", route)
    line.add("status", record.status)
    line.add("time", TimeSource.machine.read().description)
    if let trace { line.add("trace", trace) }
    let text = line.ended
    descriptor.withLock { descriptor in
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        // If the reader has exited or is slow, drop the line, because logging must not delay
        // requests.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&place, 1, 0) == 1, place.revents & Int16(POLLOUT) != 0 else { return }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        bytes = bytes.dropFirst(written)
      }
    }
  }

  /// Returns a method, or `other` if it is not one of the methods of RFC 9110 and RFC 5789 that
  /// requests use.
  static func name(ofMethod method: String?) -> String {
    method.flatMap { methods.contains($0) ? $0 : nil } ?? "other"
  }

  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
  ]
}
