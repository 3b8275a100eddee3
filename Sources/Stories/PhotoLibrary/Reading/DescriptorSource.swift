internal import Files
internal import Glibc
internal import PhotoFormats
package import WallfarmPluginKit

/// An open file that is read at given offsets, without moving its file position; the caller closes
/// it.
package struct DescriptorSource: ByteSource {
  package let descriptor: Int32
  package let size: Int
  /// The path of the file, for messages.
  package let path: String

  /// Creates a source that reads an open file.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of a regular file.
  ///   - size: the size of the file from `fstat`.
  ///   - path: the path of the file, for messages.
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
