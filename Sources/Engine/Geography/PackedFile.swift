internal import CDeflate

/// Reads a file of packed sections: an eight-byte signature, a length, and a zlib stream.
///
/// The scripts that write these files define their formats. The reader checks every length and
/// rejects damaged files instead of crashing.
enum PackedFile {
  /// Decompresses the sections; nil if the file is invalid or its sections exceed `most` bytes.
  static func sections(of bytes: [UInt8], mark: String, most: Int) -> [UInt8]? {
    let head = 12
    guard bytes.count > head, bytes.starts(with: mark.utf8) else { return nil }
    let size = (0..<4).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) }
    guard size <= most, let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let sections = [UInt8](unsafeUninitializedCapacity: size) { room, count in
      let result = bytes.withUnsafeBytes {
        libdeflate_zlib_decompress(
          decompressor, $0.baseAddress.map { $0 + head }, bytes.count - head, room.baseAddress,
          size,
          nil)
      }
      isWhole = result == LIBDEFLATE_SUCCESS
      count = isWhole ? size : 0
    }
    return isWhole ? sections : nil
  }
}
