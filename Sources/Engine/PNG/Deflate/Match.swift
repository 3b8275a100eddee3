/// A stretch of bytes that stood earlier already, `distance` bytes before.
struct Match {
  /// Where it starts, in bytes from the start of the band.
  let start: Int32
  /// 3…258.
  let length: UInt16
  /// 1…32,768.
  let distance: UInt16

  static let mostLength = 258
  static let mostDistance = 32_768
}

/// The symbol that stands for a length or distance, and the bits that follow it
/// (RFC 1951, section 3.2.5).
struct MatchSymbol {
  let symbol: Int
  let extra: UInt64
  let extraCount: Int

  /// The tables of the RFC are four symbols for each power of two, from a first power that has
  /// eight; only the longest length stands alone.
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

  /// Two symbols for each power of two.
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
