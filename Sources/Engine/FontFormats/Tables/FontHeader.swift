/// The values of a face's fixed tables: `head`, `maxp`, `hhea` and `hmtx`.
struct FontHeader {
  let unitsPerEm: Int
  /// Bit 0 is bold, and bit 1 is italic.
  let macStyle: Int
  /// Whether the offsets in the table `loca` have four bytes.
  let hasLongOffsets: Bool
  let glyphCount: Int

  /// Reads and checks the tables.
  init(_ directory: TableDirectory) throws(FontFlaw) {
    let head = try directory.required("head")
    try head.require(54, at: 0)
    guard try head.uint32(at: 12) == 0x5F0F_3CF5 else {
      throw head.flaw(at: 12, "does not contain the magic number 5F0F3CF5")
    }
    unitsPerEm = try head.uint16(at: 18)
    guard (16...16_384).contains(unitsPerEm) else {
      throw head.flaw(at: 18, "declares \(unitsPerEm) units per em; the range is 16 to 16384")
    }
    macStyle = try head.uint16(at: 44)
    let offsetFormat = try head.int16(at: 50)
    guard (0...1).contains(offsetFormat) else {
      throw head.flaw(at: 50, "declares the unknown offset format \(offsetFormat)")
    }
    hasLongOffsets = offsetFormat == 1
    glyphCount = try Self.glyphCount(of: directory.required("maxp"))
    try Self.checkMetrics(directory, glyphCount: glyphCount)
  }

  private static func glyphCount(of maxp: FontTable) throws(FontFlaw) -> Int {
    let version = try maxp.uint32(at: 0)
    guard version == 0x5000 || version == 0x1_0000 else {
      throw maxp.flaw(at: 0, "has the unknown version \(String(version, radix: 16))")
    }
    try maxp.require(version == 0x5000 ? 6 : 32, at: 0)
    let count = try maxp.uint16(at: 4)
    guard count > 0 else { throw maxp.flaw(at: 4, "declares no glyphs") }
    return count
  }

  /// Checks that each glyph has an advance width or shares the last one, and a side bearing.
  private static func checkMetrics(
    _ directory: TableDirectory, glyphCount: Int
  ) throws(FontFlaw) {
    let hhea = try directory.required("hhea")
    try hhea.require(36, at: 0)
    let metrics = try hhea.uint16(at: 34)
    guard (1...glyphCount).contains(metrics) else {
      throw hhea.flaw(at: 34, "declares \(metrics) widths for \(glyphCount) glyphs")
    }
    let hmtx = try directory.required("hmtx")
    let needed = 4 * metrics + 2 * (glyphCount - metrics)
    guard hmtx.count >= needed else {
      throw hmtx.flaw(
        at: 0, "has \(hmtx.count) bytes, but its \(glyphCount) glyphs need \(needed) bytes")
    }
  }
}
