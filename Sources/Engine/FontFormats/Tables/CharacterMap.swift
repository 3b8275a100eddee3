/// The characters of a face, from the best Unicode subtable of its table `cmap`.
struct CharacterMap {
  let characters: FontCharacters
  /// The greatest glyph index of any character, and the first character with this glyph.
  let greatest: (glyph: Int, character: Int)

  /// Reads the table, and checks the length of each subtable.
  init(_ table: FontTable) throws(FontFlaw) {
    let count = try table.uint16(at: 2)
    try table.require(8 * count, at: 4)
    var best: (rank: Int, start: Int, format: Int)?
    for record in stride(from: 4, to: 4 + 8 * count, by: 8) {
      let start = try table.uint32(at: record + 4)
      let format = try table.uint16(at: start)
      try Self.checkLength(of: table, at: start, format: format)
      let platform = try table.uint16(at: record)
      let encoding = try table.uint16(at: record + 2)
      guard let rank = Self.rank(platform: platform, encoding: encoding),
        Self.readable.contains(format), rank < best?.rank ?? .max
      else { continue }
      best = (rank, start, format)
    }
    guard let best else { throw .noUnicodeMap }
    var reader = CharacterReader(table, at: best.start)
    try reader.read(best.format)
    characters = FontCharacters(reader.ranges)
    greatest = reader.greatest
  }

  /// The formats from which characters are read; format 14 lists only variation sequences.
  private static let readable: Set<Int> = [0, 4, 6, 10, 12, 13]

  /// Returns the rank of a Unicode encoding, from 0 for the best; nil for other encodings.
  private static func rank(platform: Int, encoding: Int) -> Int? {
    switch (platform, encoding) {
    // Encodings with all of Unicode.
    case (3, 10): 0
    case (0, 6): 1
    case (0, 4): 2
    // Encodings with the Basic Multilingual Plane.
    case (3, 1): 3
    case (0, 3): 4
    case (0, 2): 5
    case (0, 1): 6
    case (0, 0): 7
    default: nil
    }
  }

  /// Checks that a subtable is inside the table.
  ///
  /// Format 4 has a length of 16 bits, which is too small for some subtables of real fonts, and is
  /// wrong in others; like FreeType, the reader uses the end of the table instead.
  private static func checkLength(
    of table: FontTable, at start: Int, format: Int
  ) throws(FontFlaw) {
    let length: Int
    switch format {
    case 0, 2, 6: length = try table.uint16(at: start + 2)
    case 8, 10, 12, 13: length = try table.uint32(at: start + 4)
    case 14: length = try table.uint32(at: start + 2)
    default: return
    }
    guard length <= table.count - start else {
      throw table.flaw(
        at: start, "has a character map of \(length) bytes, but only \(table.count - start) remain")
    }
  }
}
