internal import Glibc

/// Copies and compares raw pixel rows.
extension UnsafeMutableRawBufferPointer {
  /// Copies bytes that start at an offset in another buffer to a range of this buffer.
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
