internal import Files
internal import Glibc
internal import Synchronization

/// Reads requests from the helper's own standard input as lines or messages.
package struct HelperInput {
  private var unread = LineBuffer()

  package init() {}

  /// Waits for the next line; returns `nil` at the end of the input.
  package mutating func line() -> [UInt8]? {
    while true {
      if let line = unread.takeLine() { return line }
      guard readMore() else { return nil }
    }
  }

  /// Returns the next line without waiting, or `nil` if it has not arrived completely.
  package mutating func lineAtHand() -> [UInt8]? {
    while true {
      if let line = unread.takeLine() { return line }
      guard hasNews(within: .zero), readMore() else { return nil }
    }
  }

  /// Waits for more input or the end of the input; returns false after a timeout.
  package func hasNews(within time: Duration) -> Bool {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return Files.untilNotInterrupted { poll(&wanted, 1, Int32(time / .milliseconds(1))) } != 0
  }

  /// Waits for the next message.
  ///
  /// - Parameter most: maximum number of bytes.
  /// - Returns: the bytes, or `nil` if the input has ended or is invalid.
  package mutating func message(most: Int) -> [UInt8]? {
    guard let count = line().flatMap({ HelperMessage.count($0, most: most) }) else { return nil }
    let early = unread.take(count)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      (_, filled) = buffer.initialize(from: early)
      while isWhole, filled < count {
        let got = HelperInput.read(
          into: UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
        filled += got
        isWhole = got > 0
      }
    }
    return isWhole ? bytes : nil
  }

  /// Waits for more input; returns false at the end of the input.
  private mutating func readMore() -> Bool {
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = HelperInput.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    unread.append(chunk)
    return !chunk.isEmpty
  }

  /// Waits for input, reads it into the buffer, and returns the number of bytes read, or 0 at the
  /// end of the input.
  private static func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, Files.untilNotInterrupted { Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count) })
  }
}

/// Writes to the helper's own standard output; safe to use from any thread.
package final class HelperOutput: Sendable {
  private let descriptor: Mutex<Int32>

  /// Takes over standard output; from then on, output that libraries write to it goes to standard
  /// error.
  package init() {
    descriptor = Mutex(dup(STDOUT_FILENO))
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  /// Writes bytes immediately; returns false if the parent has exited.
  package func write(_ bytes: [UInt8]) -> Bool {
    descriptor.withLock { descriptor in
      bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) } == nil
    }
  }

  /// Writes a message preceded by its length; returns false if the parent has exited.
  package func send(_ message: [UInt8]) -> Bool {
    write(HelperMessage.head(message) + message)
  }
}
