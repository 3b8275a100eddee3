/// Checks the structure of a table `CFF ` or `CFF2`: its header, its lists and its glyph count.
///
/// The formats are described in Adobe's Technical Note 5176 and in the chapter `CFF2` of OpenType.
struct CompactOutlines {
  /// The number of glyphs with an outline.
  let glyphCount: Int

  init(_ table: FontTable) throws(FontFlaw) {
    let isSecond = table.tag == "CFF2"
    let (major, headerSize) = (try table.uint8(at: 0), try table.uint8(at: 2))
    guard major == (isSecond ? 2 : 1) else {
      throw table.flaw(at: 0, "has the unknown version \(major)")
    }
    guard headerSize >= (isSecond ? 5 : 4) else {
      throw table.flaw(at: 2, "declares a header of \(headerSize) bytes")
    }
    let top: Range<Int>
    if isSecond {
      let length = try table.uint16(at: 3)
      try table.require(length, at: headerSize)
      top = headerSize..<headerSize + length
      _ = try Index(table, at: top.upperBound, countBytes: 4)
    } else {
      let names = try Index(table, at: headerSize, countBytes: 2)
      let dictionaries = try Index(table, at: names.end, countBytes: 2)
      guard names.count == 1, let first = dictionaries.first else {
        throw table.flaw(at: headerSize, "contains \(names.count) fonts instead of one")
      }
      top = first
      let strings = try Index(table, at: dictionaries.end, countBytes: 2)
      _ = try Index(table, at: strings.end, countBytes: 2)
    }
    guard let offset = try Self.outlines(table, in: top), offset > 0 else {
      throw table.flaw(at: top.lowerBound, "does not declare the position of its outlines")
    }
    glyphCount = try Index(table, at: offset, countBytes: isSecond ? 4 : 2).count
  }

  /// Returns the operand of the operator CharStrings (17) in a dictionary.
  private static func outlines(
    _ table: FontTable, in range: Range<Int>
  ) throws(FontFlaw) -> Int? {
    var (place, operand): (Int, Int?) = (range.lowerBound, nil)
    var found: Int?
    while place < range.upperBound {
      let byte = try table.uint8(at: place)
      place += 1
      switch byte {
      case 17: (found, operand) = (operand, nil)
      case 12: (place, operand) = (place + 1, nil)
      case 0...27: operand = nil
      case 28: (operand, place) = (try table.int16(at: place), place + 2)
      case 29: (operand, place) = (try table.uint32(at: place), place + 4)
      case 30:
        // A real number ends with the half-byte F.
        while place < range.upperBound {
          let pair = try table.uint8(at: place)
          place += 1
          if pair & 15 == 15 || pair >> 4 == 15 { break }
        }
        operand = nil
      case 32...246: operand = byte - 139
      case 247...250:
        (operand, place) = ((byte - 247) * 256 + (try table.uint8(at: place)) + 108, place + 1)
      case 251...254: (operand, place) = (nil, place + 1)
      default: operand = nil
      }
    }
    return found
  }

  /// A list of objects of different sizes; the offsets of the objects have been checked.
  private struct Index {
    let count: Int
    /// The offset after the last object.
    let end: Int
    /// The range of the first object.
    let first: Range<Int>?

    init(_ table: FontTable, at offset: Int, countBytes: Int) throws(FontFlaw) {
      count = try table.number(at: offset, bytes: countBytes)
      guard count > 0 else {
        (end, first) = (offset + countBytes, nil)
        return
      }
      let size = try table.uint8(at: offset + countBytes)
      guard (1...4).contains(size) else {
        throw table.flaw(at: offset + countBytes, "has a list with offsets of \(size) bytes")
      }
      let offsets = offset + countBytes + 1
      try table.require((count + 1) * size, at: offsets)
      // The offsets are counted from 1.
      let base = offsets + (count + 1) * size - 1
      var previous = try table.number(at: offsets, bytes: size)
      guard previous == 1 else {
        throw table.flaw(at: offsets, "has a list whose first offset is \(previous) instead of 1")
      }
      var second = previous
      for index in 1...count {
        let next = try table.number(at: offsets + index * size, bytes: size)
        guard next >= previous else {
          throw table.flaw(at: offsets + index * size, "has a list whose offsets are not in order")
        }
        if index == 1 { second = next }
        previous = next
      }
      guard previous <= table.count - base else {
        throw table.flaw(at: offsets + count * size, "has a list that ends after the table")
      }
      (end, first) = (base + previous, base + 1..<base + second)
    }
  }
}
