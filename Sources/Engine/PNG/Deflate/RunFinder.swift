/// Finds runs of one byte value, the only kind of repetition worth searching for in filtered
/// photos.
///
/// Matches at other distances save little, because a distance takes more bits than the short codes
/// of the literals that the match replaces. With runs alone, a photo becomes smaller than with zlib
/// level 6.
struct RunFinder {
  /// The minimum length of a run in bytes.
  ///
  /// A shorter run takes more bits as a match than as literals of 1 or 2 bits each.
  ///
  /// Of the lengths from 3 to 24, the lengths 8 and 10 produced the smallest files for photos. The
  /// length 8 is used, because 8 bytes can be compared as one word.
  static let leastLength = 8

  /// Appends the runs in `range` of `bytes` in ascending order.
  static func find(
    in bytes: UnsafeRawPointer, _ range: Range<Int>, into matches: inout [Match]
  ) {
    var index = max(range.lowerBound, 1)
    while index &+ 8 <= range.upperBound {
      let difference = bytes.differenceToPrevious(at: index)
      guard difference == 0 else {
        // Continue after the last byte that differs from the byte before it.
        index &+= 8 &- difference.leadingZeroBitCount &>> 3
        continue
      }
      var end = index &+ 8
      while end &+ 8 <= range.upperBound {
        let next = bytes.differenceToPrevious(at: end)
        end &+= next.trailingZeroBitCount &>> 3
        if next != 0 { break }
      }
      append(from: index, to: end, into: &matches)
      index = end
    }
  }

  private static func append(from start: Int, to end: Int, into matches: inout [Match]) {
    var start = start
    while end - start >= 3 {
      let length = min(end - start, Match.mostLength)
      matches.append(Match(start: Int32(start), length: UInt16(length), distance: 1))
      start += length
    }
  }
}

extension UnsafeRawPointer {
  /// Eight bytes at `offset` as a little-endian word.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Compares each of 8 bytes with the byte before it; a byte of the result is 0 if the two bytes
  /// are equal.
  @inline(__always)
  fileprivate func differenceToPrevious(at offset: Int) -> UInt64 {
    word(at: offset) ^ word(at: offset &- 1)
  }
}
