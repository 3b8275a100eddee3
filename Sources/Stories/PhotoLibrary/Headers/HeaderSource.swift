import Files
internal import Glibc
package import WallfarmPluginKit

/// Where the bytes of a photo come from: a file, memory, whatever can be read at any place.
package protocol HeaderSource {
  /// How many bytes there are.
  var size: Int { get }

  /// Fills a buffer with the bytes from a place on.
  ///
  /// - Returns: how many there were; fewer than asked for only at the end.
  /// - Throws: where the system does not give them; `file-unreadable`, `input-failed`.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RenderError) -> Int
}

/// Bytes in memory.
package struct MemorySource: HeaderSource {
  package let bytes: [UInt8]
  package var size: Int { bytes.count }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RenderError) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let part = bytes[offset..<offset + min(buffer.count, bytes.count - offset)]
    buffer.copyBytes(from: part)
    return part.count
  }
}

/// A file that is open, read at any place without moving its position; who opened it closes it.
package struct DescriptorSource: HeaderSource {
  package let descriptor: Int32
  package let size: Int
  /// For messages.
  package let path: String

  /// Begins with an open file.
  ///
  /// - Parameters:
  ///   - descriptor: of a regular file.
  ///   - size: as `fstat` says.
  ///   - path: for messages.
  package init(_ descriptor: Int32, size: Int, path: String) {
    (self.descriptor, self.size, self.path) = (descriptor, size, path)
  }

  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(RenderError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let got = Files.untilNotInterrupted {
        pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
          off_t(offset + filled))
      }
      guard got >= 0 else { throw .cannotRead(path, errno) }
      if got == 0 { break }
      filled += got
    }
    return filled
  }
}
