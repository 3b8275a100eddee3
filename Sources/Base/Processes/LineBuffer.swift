/// A buffer for received bytes that are read by line or by count.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The offset of the first unread byte.
  private var start = 0
  /// The offset up to which the buffer has been searched for a line feed.
  private var searched = 0

  package init() {}

  /// The number of unread bytes.
  package var count: Int { bytes.count - start }

  /// Whether a complete line is available.
  package var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }

  package mutating func append(_ more: [UInt8]) {
    if start > 0 { bytes.removeSubrange(..<start) }
    searched -= start
    start = 0
    bytes += more
  }

  /// Removes the next line and returns it without its line feed; returns `nil` if no line is
  /// complete.
  package mutating func takeLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// Removes and returns up to `most` bytes.
  package mutating func take(_ most: Int) -> [UInt8] {
    let taken = start == 0 && most >= bytes.count ? bytes : Array(bytes[start...].prefix(most))
    start += taken.count
    searched = start
    if start == bytes.count { self = LineBuffer() }
    return taken
  }
}
