internal import Files
internal import Glibc

/// The protocol between a page generator and a thumbnail process: length-prefixed byte strings.
///
/// The request is a photo and the response a WebP file, or empty if no thumbnail can be made.
package enum PictureMessages {
  /// Maximum size of a photo in bytes; cameras and phones make smaller files.
  static let mostOfPhoto = 64 << 20

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - bytes: a photo or its thumbnail.
  ///   - descriptor: the pipe, which must be non-blocking if the receiver may stop reading.
  ///   - patience: the timeout for each write in milliseconds; negative for none.
  /// - Returns: whether the message was written completely.
  package static func send(
    _ bytes: [UInt8], to descriptor: Int32, patience: Int32 = -1
  ) -> Bool {
    let head = withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) }
    return [head, bytes].allSatisfy { part in
      part.withUnsafeBytes { write($0, descriptor, patience) }
    }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, _ patience: Int32
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard Files.untilNotInterrupted({ poll(&event, 1, patience) }) == 1 else { return false }
      let written = Files.untilNotInterrupted {
        Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      }
      if written < 0, errno == EAGAIN { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }

  /// Receives a message.
  ///
  /// - Parameters:
  ///   - descriptor: the pipe to read from.
  ///   - most: the maximum length in bytes.
  ///   - patience: the timeout for each read in milliseconds; negative for none.
  /// - Returns: nil after the end of input, a timeout, or a message that is too long.
  package static func receive(
    from descriptor: Int32, most: Int, patience: Int32 = -1
  ) -> [UInt8]? {
    guard let head = read(8, descriptor, patience) else { return nil }
    let count = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(most) else { return nil }
    return read(Int(count), descriptor, patience)
  }

  private static func read(_ count: Int, _ descriptor: Int32, _ patience: Int32) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let isReady = Files.untilNotInterrupted { poll(&event, 1, patience) } == 1
        let got =
          isReady
          ? Files.untilNotInterrupted {
            Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
          } : 0
        guard got > 0 else {
          isWhole = false
          return
        }
        filled += got
      }
    }
    return isWhole ? bytes : nil
  }
}
