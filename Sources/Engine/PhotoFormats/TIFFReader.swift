/// A block of EXIF data: a complete TIFF file that is embedded in a photo or assembled from parts
/// of the photo.
package struct ExifBlock {
  package let bytes: PhotoBytes
  package let range: Range<Int>

  package init(_ bytes: PhotoBytes, _ range: Range<Int>) {
    (self.bytes, self.range) = (bytes, range)
  }

  /// Creates a block from bytes in memory.
  package init(_ bytes: [UInt8]) { self.init(PhotoBytes(bytes), 0..<bytes.count) }

  /// Whether the data begins with the prefix `Exif\0`.
  ///
  /// JPEG files require the prefix, and some writers also add it in other formats. The prefix has
  /// six bytes. The last byte is padding, and some writers do not set it to zero.
  package var isMarked: Bool { range.count > 6 && bytes.has("Exif\0", at: range.lowerBound) }

  /// The TIFF data, without the prefix if there is one.
  package var withoutMark: ExifBlock {
    isMarked ? ExifBlock(bytes, range.lowerBound + 6..<range.upperBound) : self
  }
}

/// Reads the directories of TIFF or EXIF data (TIFF 6.0, section 2; Exif 2.32, 4.5).
///
/// The reader does not follow chains of directories, so it cannot encounter a cycle. It skips
/// entries whose values are outside the data.
package struct TIFFReader {
  private let bytes: PhotoBytes
  /// The byte range of the data; all TIFF offsets are relative to the start of the range.
  private let range: Range<Int>
  private let isLittle: Bool
  /// The offset of the first directory.
  package let first: Int
  private var entriesLeft = TIFFReader.mostEntries
  /// The maximum total number of entries that are read from all directories.
  ///
  /// A photo from a phone has about 60 entries, and a photo from a camera has fewer than 200.
  package static let mostEntries = 512

  /// A directory entry whose value is inside the data.
  package struct Entry {
    package let tag: Int
    let type: Int
    /// The number of values.
    package let count: Int
    fileprivate let place: Int

    /// Whether the type is ASCII, or is BYTE or UNDEFINED, which some writers use for text.
    var isText: Bool { [1, 2, 7].contains(type) }
  }

  /// Reads the TIFF header; nil if it is invalid.
  ///
  /// The parameter `marks` contains the magic numbers that are accepted after the byte order: 42,
  /// or the magic numbers of raw formats.
  package init?(_ data: ExifBlock, marks: Set<Int> = [42]) {
    (bytes, range) = (data.bytes, data.range)
    guard range.count >= 8 else { return nil }
    if bytes.has("II", at: range.lowerBound) {
      isLittle = true
    } else if bytes.has("MM", at: range.lowerBound) {
      isLittle = false
    } else {
      return nil
    }
    guard let mark = bytes.number(at: range.lowerBound + 2, 2, isLittle: isLittle),
      marks.contains(mark),
      let first = bytes.number(at: range.lowerBound + 4, 4, isLittle: isLittle)
    else { return nil }
    self.first = first
  }

  /// Calls `look` for each readable entry of a directory, in file order.
  package mutating func forEachEntry(at directory: Int, _ look: (Entry) -> Void) {
    guard let count = number(at: directory, 2) else { return }
    for index in 0..<count {
      let place = directory + 2 + index * 12
      // If the count is too large, the loop ends at the maximum number of entries or at the end of
      // the data.
      guard entriesLeft > 0, place <= range.count - 12 else { return }
      entriesLeft -= 1
      if let entry = entry(at: place) { look(entry) }
    }
  }

  /// Whether the data contains the complete first directory.
  package var hasDirectory: Bool {
    number(at: first, 2).map { first + 2 + $0 * 12 <= range.count } ?? false
  }

  private func entry(at place: Int) -> Entry? {
    guard let tag = number(at: place, 2), let type = number(at: place + 2, 2),
      let count = number(at: place + 4, 4), count > 0, let width = TIFFReader.width(of: type)
    else { return nil }
    // A value of up to four bytes is stored in the entry itself.
    let start = count * width <= 4 ? place + 8 : number(at: place + 8, 4)
    guard let start, start <= range.count, count * width <= range.count - start else { return nil }
    return Entry(tag: tag, type: type, count: count, place: start)
  }

  /// The size in bytes of one value of a type (TIFF 6.0, page 15; the IFD type is defined in the
  /// first supplement).
  private static func width(of type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }

  // MARK: - Values

  /// Reads the first value as an integer; nil if the type is not an integer.
  ///
  /// Signed types are read as unsigned, because none of the tags that are read has negative values.
  package func integer(_ entry: Entry) -> Int? {
    switch entry.type {
    case 1, 6, 7: number(at: entry.place, 1)
    case 3, 8: number(at: entry.place, 2)
    case 4, 9, 13: number(at: entry.place, 4)
    default: nil
    }
  }

  /// Reads up to `most` bytes of text, without the terminating zero.
  package func text(_ entry: Entry, most: Int) -> [UInt8]? {
    guard entry.isText else { return nil }
    return copy(entry, most: most).map { Array($0.prefix { $0 != 0 }) }
  }

  /// Reads up to `most` bytes from the start of a value.
  package func copy(_ entry: Entry, most: Int) -> [UInt8]? {
    let start = range.lowerBound + entry.place
    return bytes.copy(start..<start + min(entry.count, most))
  }

  /// Reads a RATIONAL or SRATIONAL value; nil for other types.
  package func rational(_ entry: Entry, _ index: Int = 0) -> Rational? {
    guard index < entry.count, entry.type == 5 || entry.type == 10,
      let top = number(at: entry.place + index * 8, 4),
      let bottom = number(at: entry.place + index * 8 + 4, 4)
    else { return nil }
    return entry.type == 5
      ? Rational(top, bottom)
      : Rational(Int(Int32(truncatingIfNeeded: top)), Int(Int32(truncatingIfNeeded: bottom)))
  }

  /// A fraction; some cameras write a denominator of 0 for an unknown value.
  package struct Rational {
    let numerator: Int
    let denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The quotient; nil if the denominator is 0.
    package var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }

    /// Whether the value is 0/0, which means "unknown".
    package var isUnknown: Bool { numerator == 0 && denominator == 0 }
  }

  /// Reads an unsigned integer of `count` bytes at an offset in the data; nil if it is outside the
  /// data.
  package func number(at place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= range.count - count else { return nil }
    return bytes.number(at: range.lowerBound + place, count, isLittle: isLittle)
  }
}
