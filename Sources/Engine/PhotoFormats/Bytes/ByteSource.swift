package import WallfarmPluginKit

/// A source of photo bytes that can be read at any offset, such as a file or memory.
package protocol ByteSource {
  /// The total size in bytes.
  var size: Int { get }

  /// Reads bytes into a buffer, starting at an offset.
  ///
  /// - Returns: the number of bytes that were read, which is less than requested only at the end of
  ///   the source.
  /// - Throws: `file-unreadable` or `input-failed` if the system cannot read the bytes.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RenderError) -> Int
}

/// A source that reads from memory.
package struct MemorySource: ByteSource {
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
