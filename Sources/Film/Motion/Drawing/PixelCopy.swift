internal import Glibc

/// Copies and compares raw pixel rows.
extension UnsafeMutableRawBufferPointer {
  /// Fills a range of this buffer with bytes from another buffer; `place` is the offset of the
  /// first byte in that buffer.
  func copy(_ range: Range<Int>, from source: UnsafeRawBufferPointer, _ place: Int) {
    guard !range.isEmpty else { return }
    UnsafeMutableRawBufferPointer(rebasing: self[range]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: source[place..<place + range.count]))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers have the same contents.
  func hasTheBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let own = baseAddress, let there = other.baseAddress else {
      return count == other.count
    }
    return memcmp(own, there, count) == 0
  }
}
