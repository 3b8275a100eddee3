public import Foundation

extension Pipe {
  /// Returns all output of the pipe until the last writer closes it.
  ///
  /// The bytes are not read with `FileHandle`, which traps if a signal interrupts the read.
  public func text() -> String {
    var (all, room) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &room, room.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += room[..<count]
    }
  }

  /// Returns the next line without its line break, or `nil` if the last writer closes the pipe
  /// before the line ends.
  ///
  /// No byte after the line is read.
  public func line() -> String? {
    var (line, byte) = ([UInt8](), UInt8(0))
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }
}
