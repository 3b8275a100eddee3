import Files
import Glibc
package import WallfarmPluginKit

/// A buffered line reader whose memory use depends only on the longest line.
package struct FileLines: ~Copyable {
  /// The maximum length of a line in bytes; no valid job is longer.
  package static let longest = 16 << 20

  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that was read last, counted from 1; 0 before the first line.
  private(set) var number = 0

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `file-unreadable`.
  package init(_ path: String) throws(RenderError) {
    self.path = path
    // An initializer of a noncopyable type can throw only after all properties are initialized.
    let opened = Self.open(path)
    descriptor = (try? opened.get()) ?? -1
    if case .failure(let error) = opened { throw error }
  }

  private static func open(_ path: String) -> Result<Int32, RenderError> {
    guard path == "-" else {
      return Result { () throws(RenderError) in try Files.openToRead(path) }
    }
    let copy = Files.untilNotInterrupted { dup(STDIN_FILENO) }
    return copy >= 0
      ? .success(copy) : .failure(.fileUnreadable(path, SystemError.message(errno)))
  }

  deinit { close(descriptor) }

  /// Returns the next line without its line feed, or `nil` after the last line.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`.
  package mutating func next() throws(RenderError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        number += 1
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      guard !isAtEnd else {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        number += 1
        return Array(buffer[start...])
      }
      guard buffer.count - start <= FileLines.longest else {
        throw RenderError(
          .fileTooLarge, "line \(number + 1) has more than \(FileLines.longest) bytes",
          origin: .file(path), hint: "write one job per line")
      }
      searched -= start
      try readMore()
    }
  }

  /// Returns the remaining bytes.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`.
  package mutating func rest(limit: Int, hint: String) throws(RenderError) -> [UInt8] {
    while !isAtEnd {
      guard buffer.count - start <= limit else {
        throw RenderError(
          .fileTooLarge, "'\(path)' is larger than the limit of \(limit) bytes",
          origin: .file(path),
          hint: hint)
      }
      try readMore()
    }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  /// Puts back the line that was read last.
  mutating func putBack(_ line: [UInt8]) {
    // The line and its line feed are still in the buffer, because nothing has been read since.
    start -= line.count + (start > 0 && buffer[start - 1] == UInt8(ascii: "\n") ? 1 : 0)
    number -= 1
  }

  private mutating func readMore() throws(RenderError) {
    buffer.removeSubrange(..<start)
    start = 0
    let room = 1 << 20
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      var got = read(descriptor, bytes.baseAddress, room)
      while got < 0 && errno == EINTR { got = read(descriptor, bytes.baseAddress, room) }
      if got < 0 { failure = errno }
      count = max(0, got)
    }
    guard failure == 0 else { throw .fileUnreadable(path, SystemError.message(failure)) }
    isAtEnd = chunk.isEmpty
    buffer += chunk
  }
}
