/// The tables that were read for the faces of a file; a table that faces share is read once.
///
/// Reading a file takes time and memory in proportion to its size, because tables of different
/// faces must be the same or separate.
struct SharedTables {
  private let fileSize: Int
  /// Whether the glyphs of a face can be pictures instead of outlines.
  let acceptsPictures: Bool
  private var taken: Set<Range<Int>> = []
  private var takenBytes = 0
  private var names: [Range<Int>: NameTable] = [:]
  private var maps: [Range<Int>: CharacterMap] = [:]
  private var compact: [Range<Int>: CompactOutlines] = [:]
  private var locations: Set<GlyphLocations> = []

  init(fileSize: Int, acceptsPictures: Bool) {
    (self.fileSize, self.acceptsPictures) = (fileSize, acceptsPictures)
  }

  /// Counts the bytes of tables that were not read for another face.
  mutating func take(_ tables: [FontTable]) throws(FontFlaw) {
    for table in tables where taken.insert(table.range).inserted { takenBytes += table.count }
    guard takenBytes <= fileSize else { throw .entangledFaces }
  }

  mutating func names(_ table: FontTable) throws(FontFlaw) -> NameTable {
    if let known = names[table.range] { return known }
    let read = try NameTable(table)
    names[table.range] = read
    return read
  }

  /// Returns the characters of a face, and checks that their glyphs exist.
  mutating func characters(
    _ table: FontTable, glyphCount: Int
  ) throws(FontFlaw) -> FontCharacters {
    let map = if let known = maps[table.range] { known } else { try CharacterMap(table) }
    maps[table.range] = map
    guard map.greatest.glyph < glyphCount else {
      throw table.flaw(
        at: 0,
        "maps the character with the code \(map.greatest.character) to glyph "
          + "\(map.greatest.glyph), but the font has \(glyphCount) glyphs")
    }
    guard map.characters.count > 0 else { throw .noCharacters }
    return map.characters
  }

  /// Checks the tables that contain the outlines of a face.
  mutating func checkOutlines(
    _ directory: TableDirectory, _ header: FontHeader
  ) throws(FontFlaw) {
    if let loca = directory["loca"], let glyf = directory["glyf"] {
      let glyphs = GlyphLocations(loca, glyf, header)
      if locations.insert(glyphs).inserted { try glyphs.check(loca) }
    }
    for table in [directory["CFF "], directory["CFF2"]] {
      guard let table else { continue }
      let known = compact[table.range]
      let outlines = if let known { known } else { try CompactOutlines(table) }
      compact[table.range] = outlines
      guard outlines.glyphCount >= header.glyphCount else {
        throw table.flaw(
          at: 0,
          "has outlines for \(outlines.glyphCount) glyphs, but the font has "
            + "\(header.glyphCount)")
      }
    }
  }
}
