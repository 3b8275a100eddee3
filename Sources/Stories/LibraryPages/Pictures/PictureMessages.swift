internal import Files
internal import Glibc

/// What is said between a page that is made and a process that makes small copies for it: bytes behind their number.
///
/// A photo goes one way, a WebP file the other; no bytes are a photo that no copy can be made of.
package enum PictureMessages {
  /// Larger files are no photos of a camera or phone.
  static let mostOfPhoto = 64 << 20

  /// Sends some bytes.
  ///
  /// - Parameters:
  ///   - bytes: a photo, or its copy.
  ///   - descriptor: where they go; one that does not wait, where the other side may not read.
  ///   - patience: how long, in milliseconds, the other side may take nothing; negative: for ever.
  /// - Returns: whether the other side has taken them.
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

  /// Waits for some bytes.
  ///
  /// - Parameters:
  ///   - descriptor: where they come from.
  ///   - most: how many there may be.
  ///   - patience: how long, in milliseconds, the other side may say nothing; negative: for ever.
  /// - Returns: nil where the other side has ended, is late, or says too much.
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
