internal import CDeflate

/// The CRC-32 that PNG, zlib and IEEE 802.3 use, which detects accidental damage.
package enum CRC32 {
  /// The checksum of bytes.
  package static func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
    let found = bytes.withContiguousStorageIfAvailable { buffer in
      libdeflate_crc32(0, buffer.baseAddress, buffer.count)
    }
    if let found { return found }
    return Array(bytes).withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
