/// The style of a face, from its table `OS/2` or, without that table, from `head`.
struct StyleTable {
  /// The weight, from 1 to 1000.
  let weight: Int
  let isItalic: Bool
  let isSerif: Bool
  let embedding: FontEmbedding

  /// Reads the table; `macStyle` is the style in the table `head`.
  init(_ table: FontTable?, macStyle: Int) throws(FontFlaw) {
    guard let table else {
      (weight, isItalic) = (macStyle & 1 != 0 ? 700 : 400, macStyle & 2 != 0)
      (isSerif, embedding) = (false, .installable)
      return
    }
    // The first version of the table on the Mac has 68 bytes.
    try table.require(68, at: 0)
    weight = Self.weight(try table.uint16(at: 4))
    embedding = FontEmbedding(
      fsType: try table.uint16(at: 8), version: try table.uint16(at: 0))
    isSerif = Self.isSerif(
      family: try table.uint8(at: 30), kind: try table.uint8(at: 32),
      serifs: try table.uint8(at: 33))
    // Bit 0 is italic, and bit 9 is oblique.
    isItalic = try table.uint16(at: 62) & 0x201 != 0
  }

  /// Returns the weight for a weight class; old fonts have classes from 1 to 9.
  private static func weight(_ weightClass: Int) -> Int {
    switch weightClass {
    case 0: 400
    case 1...9: weightClass * 100
    default: min(weightClass, 1000)
    }
  }

  /// Whether the IBM family class is one of the serif classes or, if it is unknown, whether the
  /// PANOSE classification is a text face with serifs.
  private static func isSerif(family: Int, kind: Int, serifs: Int) -> Bool {
    switch family {
    case 1...5, 7: true
    case 8: false
    default: kind == 2 && (2...10).contains(serifs)
    }
  }
}
