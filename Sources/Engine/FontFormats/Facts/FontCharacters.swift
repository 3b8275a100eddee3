/// The characters for which a face has a glyph.
public struct FontCharacters: Sendable, Hashable {
  /// Ranges of code points in ascending order, with a gap between each two.
  public let ranges: [ClosedRange<UInt32>]
  /// The number of characters.
  public let count: Int

  /// Creates a set from ranges in ascending order with gaps between them.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
    count = ranges.reduce(0) { $0 + $1.count }
  }

  /// Whether the face has a glyph for a character.
  public func contains(_ character: Unicode.Scalar) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < character.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(character.value)
  }
}
