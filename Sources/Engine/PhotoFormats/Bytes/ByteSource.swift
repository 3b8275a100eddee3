package import WallfarmPluginKit

/// Where the bytes of a photo come from: a file, memory, or anything else that is readable at any offset.
package protocol ByteSource {
  /// How many bytes there are.
  var size: Int { get }

  /// Fills a buffer with the bytes from an offset on.
  ///
  /// - Returns: how many there were; fewer than asked for only at the end.
  /// - Throws: where the system does not give them; `file-unreadable`, `input-failed`.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RenderError) -> Int
}

/// Bytes in memory.
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
