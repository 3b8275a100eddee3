/// Data that is a TIFF file of its own, in a photo or put together from parts of it.
package struct ExifBlock {
  package let bytes: PhotoBytes
  package let range: Range<Int>

  package init(_ bytes: PhotoBytes, _ range: Range<Int>) {
    (self.bytes, self.range) = (bytes, range)
  }

  /// Data in memory.
  package init(_ bytes: [UInt8]) { self.init(PhotoBytes(bytes), 0..<bytes.count) }

  /// Whether it begins with the mark that JPEG needs before it and that some programs write everywhere.
  ///
  /// A zero and a byte to fill up follow the name, and some programs write another byte than zero there.
  package var isMarked: Bool { range.count > 6 && bytes.has("Exif\0", at: range.lowerBound) }

  /// The data behind the mark.
  package var withoutMark: ExifBlock {
    isMarked ? ExifBlock(bytes, range.lowerBound + 6..<range.upperBound) : self
  }
}

/// Reads directories of a TIFF file, or of EXIF data, which is one (TIFF 6.0, section 2; Exif 2.32, 4.5).
///
/// It goes only where it is told: to a directory, and to the values of its entries. Chains of directories are
/// not followed, so that there are no circles, and what an entry points at outside of the data is not there.
package struct TIFFReader {
  private let bytes: PhotoBytes
  /// Where the data is in the file; all offsets in it count from its beginning.
  private let range: Range<Int>
  private let isLittle: Bool
  /// Where the first directory is.
  package let first: Int
  private var entriesLeft = TIFFReader.mostEntries
  /// Of all directories together: a phone's photo has about 60, a camera's fewer than 200.
  package static let mostEntries = 512

  /// A value that an entry names, whose bytes are all there.
  package struct Entry {
    package let tag: Int
    let type: Int
    /// How many values there are.
    package let count: Int
    fileprivate let place: Int

    /// ASCII, or what some programs call undefined or bytes and is text all the same.
    var isText: Bool { [1, 2, 7].contains(type) }
  }

  /// Reads the header; nil where there is none.
  ///
  /// Behind the byte order stands one of `marks`: 42, but for raw files of some makers.
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

  /// Shows each entry of a directory whose value can be read; in any order and of any type.
  package mutating func forEachEntry(at directory: Int, _ look: (Entry) -> Void) {
    guard let count = number(at: directory, 2) else { return }
    for index in 0..<count {
      let place = directory + 2 + index * 12
      // A count that lies ends here, or where the data does.
      guard entriesLeft > 0, place <= range.count - 12 else { return }
      entriesLeft -= 1
      if let entry = entry(at: place) { look(entry) }
    }
  }

  /// Whether the first directory is all there.
  package var hasDirectory: Bool {
    number(at: first, 2).map { first + 2 + $0 * 12 <= range.count } ?? false
  }

  private func entry(at place: Int) -> Entry? {
    guard let tag = number(at: place, 2), let type = number(at: place + 2, 2),
      let count = number(at: place + 4, 4), count > 0, let width = TIFFReader.width(of: type)
    else { return nil }
    // Four bytes of values have room in the entry itself.
    let start = count * width <= 4 ? place + 8 : number(at: place + 8, 4)
    guard let start, start <= range.count, count * width <= range.count - start else { return nil }
    return Entry(tag: tag, type: type, count: count, place: start)
  }

  /// Bytes of a value of each type; TIFF 6.0, page 15, and the IFD of its first supplement.
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

  /// A whole number; nil for an entry of anything else.
  ///
  /// Some programs write types with a sign, but no tag here is below 0.
  package func integer(_ entry: Entry) -> Int? {
    switch entry.type {
    case 1, 6, 7: number(at: entry.place, 1)
    case 3, 8: number(at: entry.place, 2)
    case 4, 9, 13: number(at: entry.place, 4)
    default: nil
    }
  }

  /// The bytes of a text, at most some, without the zero at its end and what is behind that.
  package func text(_ entry: Entry, most: Int) -> [UInt8]? {
    guard entry.isText else { return nil }
    return copy(entry, most: most).map { Array($0.prefix { $0 != 0 }) }
  }

  /// The first bytes of a value.
  package func copy(_ entry: Entry, most: Int) -> [UInt8]? {
    let start = range.lowerBound + entry.place
    return bytes.copy(start..<start + min(entry.count, most))
  }

  /// A fraction; nil where there is none.
  package func rational(_ entry: Entry, _ index: Int = 0) -> Rational? {
    guard index < entry.count, entry.type == 5 || entry.type == 10,
      let top = number(at: entry.place + index * 8, 4),
      let bottom = number(at: entry.place + index * 8 + 4, 4)
    else { return nil }
    return entry.type == 5
      ? Rational(top, bottom)
      : Rational(Int(Int32(truncatingIfNeeded: top)), Int(Int32(truncatingIfNeeded: bottom)))
  }

  /// Two whole numbers; below may be 0, which some cameras write for what they do not know.
  package struct Rational {
    let numerator: Int
    let denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
      (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// The number, and nothing for what is no number.
    package var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }

    /// Whether it says that nothing is known: 0/0.
    package var isUnknown: Bool { numerator == 0 && denominator == 0 }
  }

  /// A number at a place in the data; nil where it is not all there.
  package func number(at place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= range.count - count else { return nil }
    return bytes.number(at: range.lowerBound + place, count, isLittle: isLittle)
  }
}
