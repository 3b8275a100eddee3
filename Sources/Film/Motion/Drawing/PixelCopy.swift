internal import Glibc

/// Copies of raw pixel rows.
extension UnsafeMutableRawBufferPointer {
  /// Copies bytes from an offset in another buffer into a range of this one.
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
