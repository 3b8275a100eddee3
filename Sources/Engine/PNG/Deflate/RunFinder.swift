/// Finds runs of one byte: all the repetition that is worth looking for in filtered photos.
///
/// A match further away than one byte saves little there, because its distance costs more bits than
/// the few small numbers it replaces: with runs alone a photo is smaller than with zlib's level 6.
struct RunFinder {
  /// A shorter run costs more as a match than as literals of one or two bits.
  ///
  /// Of 3…24, 8 and 10
  /// gave the smallest photos; and 8 is one word, so a look at a word decides.
  static let leastLength = 8

  /// Adds the runs that lie in `range` of `bytes`, in order.
  static func find(
    in bytes: UnsafeRawPointer, _ range: Range<Int>, into matches: inout [Match]
  ) {
    var index = max(range.lowerBound, 1)
    while index &+ 8 <= range.upperBound {
      let difference = bytes.differenceToPrevious(at: index)
      guard difference == 0 else {
        // Behind the last byte that differs from the one before it.
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
  /// Eight bytes from `offset` on, the first lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// A zero byte wherever one of eight bytes is the same as the one before it.
  @inline(__always)
  fileprivate func differenceToPrevious(at offset: Int) -> UInt64 {
    word(at: offset) ^ word(at: offset &- 1)
  }
}
