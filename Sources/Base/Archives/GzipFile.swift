internal import CDeflate

/// Compresses files as gzip (RFC 1952), for responses with `Content-Encoding: gzip`.
package enum GzipFile {
  /// The compression level of libdeflate, from 1 to 12; the highest takes a few milliseconds per
  /// 100 KB.
  private static let level: Int32 = 12

  /// Returns the compressed bytes, or `nil` if there is not enough memory.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(level) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let most = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let made = [UInt8](unsafeUninitializedCapacity: most) { room, count in
      count = libdeflate_gzip_compress(
        compressor, bytes, bytes.count, room.baseAddress, room.count)
    }
    return made.isEmpty ? nil : made
  }
}
