/// Checks the table `loca`, which places the outline of each glyph in the table `glyf`.
struct GlyphLocations: Hashable {
  private let loca: Range<Int>
  private let glyf: Range<Int>
  private let glyphCount: Int
  private let hasLongOffsets: Bool

  /// Describes the tables of a face; equal descriptions need to be checked only once.
  init(_ loca: FontTable, _ glyf: FontTable, _ header: FontHeader) {
    (self.loca, self.glyf) = (loca.range, glyf.range)
    (glyphCount, hasLongOffsets) = (header.glyphCount, header.hasLongOffsets)
  }

  /// Checks that the offsets are in order and inside the table `glyf`.
  func check(_ loca: FontTable) throws(FontFlaw) {
    let size = hasLongOffsets ? 4 : 2
    guard loca.count >= (glyphCount + 1) * size else {
      throw loca.flaw(
        at: 0,
        "has \(loca.count) bytes, but \(glyphCount) glyphs need "
          + "\((glyphCount + 1) * size) bytes")
    }
    var previous = 0
    for glyph in 0...glyphCount {
      let place =
        try hasLongOffsets ? loca.uint32(at: glyph * 4) : loca.uint16(at: glyph * 2) * 2
      guard place >= previous else {
        throw loca.flaw(
          at: glyph * size, "places glyph \(glyph) at \(place), before the end of the previous one")
      }
      previous = place
    }
    guard previous <= glyf.count else {
      throw loca.flaw(
        at: glyphCount * size,
        "places outlines up to byte \(previous) of the table 'glyf', which has \(glyf.count) bytes")
    }
  }
}
