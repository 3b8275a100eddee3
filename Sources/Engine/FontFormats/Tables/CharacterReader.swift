/// Reads the characters of one subtable of the table `cmap`.
///
/// Characters must be in ascending order, as OpenType requires. Therefore, each character is
/// visited once, and a subtable cannot describe more characters than Unicode has.
struct CharacterReader {
  private let table: FontTable
  private let start: Int
  /// The ranges of characters that have a glyph.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var greatest = (glyph: 0, character: 0)

  init(_ table: FontTable, at start: Int) { (self.table, self.start) = (table, start) }

  mutating func read(_ format: Int) throws(FontFlaw) {
    switch format {
    case 0: try readBytes()
    case 4: try readSegments()
    case 6:
      try readArray(
        first: table.uint16(at: start + 6), count: table.uint16(at: start + 8), at: start + 10,
        length: table.uint16(at: start + 2))
    case 10:
      try readArray(
        first: table.uint32(at: start + 12), count: table.uint32(at: start + 16), at: start + 20,
        length: table.uint32(at: start + 4))
    default: try readGroups(isManyToOne: format == 13)
    }
  }

  // MARK: - Formats

  /// Format 0: a byte for each of 256 characters.
  private mutating func readBytes() throws(FontFlaw) {
    for character in 0..<256 {
      add(character, try table.uint8(at: start + 6 + character))
    }
  }

  /// Formats 6 and 10: the glyphs of consecutive characters.
  private mutating func readArray(
    first: Int, count: Int, at offset: Int, length: Int
  ) throws(FontFlaw) {
    try table.require(2 * count, at: offset)
    guard offset + 2 * count <= start + length else {
      throw table.flaw(at: start, "lists \(count) characters in a map of \(length) bytes")
    }
    guard first + count <= Self.end else { throw beyondUnicode(at: start) }
    for index in 0..<count { add(first + index, try table.uint16(at: offset + 2 * index)) }
  }

  /// Format 4: segments of characters of the Basic Multilingual Plane.
  private mutating func readSegments() throws(FontFlaw) {
    let count = try table.uint16(at: start + 6) / 2
    let (ends, starts) = (start + 14, start + 16 + 2 * count)
    let (deltas, offsets) = (starts + 2 * count, starts + 4 * count)
    try table.require(2 * count, at: offsets)
    var (previousFirst, previousLast) = (-1, -1)
    for index in 0..<count {
      let first = try table.uint16(at: starts + 2 * index)
      let last = try table.uint16(at: ends + 2 * index)
      // The last segment contains only the noncharacter U+FFFF, often with invalid values.
      if first == 0xFFFF { continue }
      // Like FreeType, accept segments that overlap if they are in order.
      guard first <= last, first >= previousFirst, last >= previousLast else {
        throw disorder(index, at: starts + 2 * index)
      }
      let delta = try table.uint16(at: deltas + 2 * index)
      let offset = try table.uint16(at: offsets + 2 * index)
      let glyphs = offsets + 2 * index + offset
      let begin = max(first, previousLast + 1)
      (previousFirst, previousLast) = (first, last)
      // Some fonts have the offset FFFF for segments without glyphs.
      guard begin <= last, offset != 0xFFFF else { continue }
      for character in begin...min(last, 0xFFFE) where begin < 0xFFFF {
        var glyph = character
        if offset != 0 {
          glyph = try table.uint16(at: glyphs + 2 * (character - first))
          if glyph == 0 { continue }
        }
        add(character, (glyph + delta) & 0xFFFF)
      }
    }
  }

  /// Formats 12 and 13: groups of characters with consecutive glyphs, or with the same glyph.
  private mutating func readGroups(isManyToOne: Bool) throws(FontFlaw) {
    let (length, count) = (try table.uint32(at: start + 4), try table.uint32(at: start + 12))
    guard 16 + 12 * count <= length else {
      throw table.flaw(at: start, "lists \(count) groups in a map of \(length) bytes")
    }
    var previous = -1
    for index in 0..<count {
      let place = start + 16 + 12 * index
      var (first, last) = (try table.uint32(at: place), try table.uint32(at: place + 4))
      var glyph = try table.uint32(at: place + 8)
      guard first <= last, first > previous else { throw disorder(index, at: place) }
      guard last < Self.end else { throw beyondUnicode(at: place) }
      previous = last
      if glyph == 0 {
        // Glyph 0 is the glyph for missing characters.
        if isManyToOne || first == last { continue }
        (first, glyph) = (first + 1, 1)
      }
      add(first...last, glyph, isManyToOne: isManyToOne)
    }
  }

  // MARK: - Characters

  /// The number of code points in Unicode.
  private static let end = 0x11_0000

  private mutating func add(_ character: Int, _ glyph: Int) {
    if glyph > 0 { add(character...character, glyph, isManyToOne: true) }
  }

  /// Adds characters that follow all characters that were added before.
  private mutating func add(_ characters: ClosedRange<Int>, _ glyph: Int, isManyToOne: Bool) {
    let lastGlyph = isManyToOne ? glyph : glyph + characters.count - 1
    if lastGlyph > greatest.glyph {
      greatest = (lastGlyph, isManyToOne ? characters.lowerBound : characters.upperBound)
    }
    let (first, last) = (UInt32(characters.lowerBound), UInt32(characters.upperBound))
    if let end = ranges.last, end.upperBound + 1 == first {
      ranges[ranges.count - 1] = end.lowerBound...last
    } else {
      ranges.append(first...last)
    }
  }

  private func disorder(_ index: Int, at offset: Int) -> FontFlaw {
    table.flaw(at: offset, "lists characters that are not in order, in group \(index)")
  }

  private func beyondUnicode(at offset: Int) -> FontFlaw {
    table.flaw(at: offset, "lists characters after U+10FFFF")
  }
}
