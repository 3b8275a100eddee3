internal import Glibc

/// Looking for bytes in memory; `memchr` reads some 10 GB/s.
extension UnsafeRawBufferPointer {
  /// Where a byte comes first in a part; nil where it does not.
  func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return found - UnsafeMutableRawPointer(mutating: base)
  }

  /// Whether a text stands at a place.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard let base = baseAddress, place >= 0, place + text.utf8CodeUnitCount <= count else {
      return false
    }
    return memcmp(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether it is a text.
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text, at: 0)
  }
}
