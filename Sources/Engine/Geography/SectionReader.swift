/// Reads LEB128 numbers and length-prefixed sections.
///
/// Past the end of the data, every number is 0 and ``failed`` is set, so callers need to check
/// ``failed`` only once, after the last number.
package struct SectionReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private(set) var failed = false

  package init(_ bytes: some Sequence<UInt8>) { self.init(slice: Array(bytes)[...]) }

  init(slice: ArraySlice<UInt8>) { (bytes, place) = (slice, slice.startIndex) }

  var isAtEnd: Bool { place == bytes.endIndex }

  /// Reads a number of up to 35 bits.
  mutating func number() -> Int {
    var (value, shift) = (0, 0)
    while place < bytes.endIndex, shift < 35 {
      let byte = bytes[place]
      place += 1
      value |= Int(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
    failed = true
    return 0
  }

  mutating func signed() -> Int {
    let value = number()
    return value & 1 == 0 ? value / 2 : -(value / 2) - 1
  }

  /// Reads a section; nil if its length exceeds the data.
  package mutating func section() -> ArraySlice<UInt8>? {
    let length = number()
    guard !failed, length <= bytes.endIndex - place else { return nil }
    defer { place += length }
    return bytes[place..<place + length]
  }

  /// Reads the next section and returns a reader for it.
  mutating func reader() -> SectionReader? { section().map { SectionReader(slice: $0) } }

  /// Reads the remaining numbers as differences and returns their running sums.
  package mutating func differences() -> [Int32] {
    var values: [Int32] = []
    var last = 0
    while !isAtEnd && !failed {
      last += signed()
      guard let value = Int32(exactly: last) else {
        failed = true
        return []
      }
      values.append(value)
    }
    return values
  }

  /// Reads one row of land spans.
  package mutating func row() -> [LandSpan] {
    var spans: [LandSpan] = []
    var last = -18_000
    var missing = number()
    // Checking `failed` stops the loop if the count is damaged.
    while missing > 0 && !failed {
      missing -= 1
      let start = last + signed()
      last = start + number()
      guard let from = Int32(exactly: start), let to = Int32(exactly: last) else {
        failed = true
        return []
      }
      spans.append(LandSpan(start: from, end: to, country: number()))
    }
    return spans
  }
}
