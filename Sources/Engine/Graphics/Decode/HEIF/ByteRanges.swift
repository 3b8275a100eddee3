/// Sorted, disjoint byte ranges; overlapping and adjacent ranges are merged.
struct ByteRanges {
  private(set) var ranges: [Range<Int>] = []

  init(_ parts: [Range<Int>]) {
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) where !part.isEmpty {
      if let last = ranges.last, part.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        ranges.append(part)
      }
    }
  }

  /// Returns the index of the first range that ends after an offset.
  private func first(behind place: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func overlaps(_ range: Range<Int>) -> Bool {
    let index = first(behind: range.lowerBound)
    return index < ranges.count && ranges[index].overlaps(range)
  }

  func contains(_ range: Range<Int>) -> Bool {
    let index = first(behind: range.lowerBound)
    return range.isEmpty
      || index < ranges.count && ranges[index].lowerBound <= range.lowerBound
        && range.upperBound <= ranges[index].upperBound
  }

  /// Returns the parts of a range that are not covered by the stored ranges.
  func gaps(in range: Range<Int>) -> [Range<Int>] {
    var (gaps, start): ([Range<Int>], Int) = ([], range.lowerBound)
    for stretch in ranges[first(behind: start)...] {
      guard stretch.lowerBound < range.upperBound else { break }
      if start < stretch.lowerBound { gaps.append(start..<stretch.lowerBound) }
      start = max(start, stretch.upperBound)
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    return gaps
  }
}
