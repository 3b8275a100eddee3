internal import Glibc

/// Searches and compares bytes in memory; `memchr` processes about 10 GB/s.
extension UnsafeRawBufferPointer {
  /// Returns the index of the first occurrence of a byte in a range, or nil.
  func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return found - UnsafeMutableRawPointer(mutating: base)
  }

  /// Returns whether the bytes at an index begin with a string.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard let base = baseAddress, place >= 0, place + text.utf8CodeUnitCount <= count else {
      return false
    }
    return memcmp(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Returns whether the bytes equal a string.
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text, at: 0)
  }
}
