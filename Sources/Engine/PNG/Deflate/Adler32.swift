internal import CDeflate

/// The checksum of a zlib stream (RFC 1950, section 8.2).
package struct Adler32: Hashable {
  package private(set) var value: UInt32 = 1
  private(set) var count = 0

  private static let base: UInt32 = 65_521

  package init() {}

  package init(of bytes: UnsafeRawBufferPointer) {
    value = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
    count = bytes.count
  }

  /// Extends the checksum with the checksum of the bytes that follow.
  ///
  /// The low half is 1 plus the sum of the bytes. The high half is the sum of the values of the low
  /// half after each byte.
  package mutating func append(_ next: Adler32) {
    let (base, low, nextLow) = (Adler32.base, value & 0xFFFF, next.value & 0xFFFF)
    let sum = (low + nextLow + base - 1) % base
    let carried = UInt32(
      truncatingIfNeeded: UInt64(next.count) * UInt64(low + base - 1) % UInt64(base))
    let sums = (value >> 16 + next.value >> 16 + carried) % base
    value = sums << 16 | sum
    count += next.count
  }
}
