/// A repetition of bytes that occurred `distance` bytes earlier.
struct Match {
  /// The byte offset of the match in the band.
  let start: Int32
  /// The number of repeated bytes, 3…258.
  let length: UInt16
  /// The distance in bytes to the earlier occurrence, 1…32,768.
  let distance: UInt16

  static let mostLength = 258
  static let mostDistance = 32_768
}

/// The symbol and the extra bits for the length or distance of a match (RFC 1951, section 3.2.5).
struct MatchSymbol {
  let symbol: Int
  let extra: UInt64
  let extraCount: Int

  /// Encodes a length.
  ///
  /// There are 8 symbols without extra bits, then 4 symbols for each power of two, and finally one
  /// symbol for 258.
  @inline(__always)
  init(length: UInt16) {
    let value = Int(length) &- 3
    if value < 8 {
      (symbol, extra, extraCount) = (257 &+ value, 0, 0)
    } else if length == 258 {
      (symbol, extra, extraCount) = (285, 0, 0)
    } else {
      extraCount = 61 &- value.leadingZeroBitCount
      symbol = 257 &+ extraCount &* 4 &+ value &>> extraCount
      extra = UInt64(value & (1 &<< extraCount &- 1))
    }
  }

  /// Encodes a distance; there are two symbols for each power of two.
  @inline(__always)
  init(distance: UInt16) {
    let value = Int(distance) &- 1
    if value < 4 {
      (symbol, extra, extraCount) = (value, 0, 0)
    } else {
      extraCount = 62 &- value.leadingZeroBitCount
      symbol = extraCount &* 2 &+ value &>> extraCount
      extra = UInt64(value & (1 &<< extraCount &- 1))
    }
  }
}
