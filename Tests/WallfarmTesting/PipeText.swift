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
}
