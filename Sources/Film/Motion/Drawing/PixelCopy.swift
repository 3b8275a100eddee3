internal import Glibc

/// Rows of pixels that are taken over as they are.
extension UnsafeMutableRawBufferPointer {
  /// Copies as many bytes as a range has into it, from a place of another buffer on.
  func copy(_ range: Range<Int>, from source: UnsafeRawBufferPointer, _ place: Int) {
    guard !range.isEmpty else { return }
    UnsafeMutableRawBufferPointer(rebasing: self[range]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: source[place..<place + range.count]))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether another buffer has the same bytes.
  func hasTheBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let own = baseAddress, let there = other.baseAddress else {
      return count == other.count
    }
    return memcmp(own, there, count) == 0
  }
}
