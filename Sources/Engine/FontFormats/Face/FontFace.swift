/// The facts of one face of a font file.
public struct FontFace: Sendable, Hashable {
  /// The name of the family, in English if possible, such as `Inter`.
  public let family: String
  /// The family names by which fontconfig finds the face, in all languages, starting with
  /// ``family``; names that fontconfig considers equal are listed once.
  public let families: [String]
  /// The style within the family, such as `Bold Italic`.
  public let style: String
  /// The weight, from 1 to 1000; 400 is regular.
  public let weight: Int
  /// Whether the face is italic or oblique.
  public let isItalic: Bool
  /// Whether the letters have serifs; false if unknown.
  public let isSerif: Bool
  /// The axes of a variable font; empty for other fonts.
  public let axes: [FontAxis]
  /// The permission to embed the font.
  public let embedding: FontEmbedding
  /// The license, on one line of at most 300 characters.
  public let license: String?
  /// The designer, on one line of at most 300 characters.
  public let designer: String?
  /// The copyright notice, on one line of at most 300 characters.
  public let copyright: String?
  /// The version, on one line of at most 300 characters, such as `Version 4.001`.
  public let version: String?
  /// The number of glyphs.
  public let glyphCount: Int
  /// The number of font units per em, from 16 to 16384.
  public let unitsPerEm: Int
  /// The characters that have a glyph; at least one.
  public let characters: FontCharacters

  /// The family and the style, such as `Inter Bold`.
  public var name: String { "\(family) \(style)" }

  /// Reads and checks the face whose table directory is at an offset.
  init(_ bytes: [UInt8], at offset: Int, _ tables: inout SharedTables) throws(FontFlaw) {
    let directory = try TableDirectory(bytes, at: offset)
    try directory.check(acceptsPictures: tables.acceptsPictures)
    try tables.take(directory.checkedTables)
    let header = try FontHeader(directory)
    let names = try tables.names(directory.required("name"))
    let styles = try StyleTable(directory["OS/2"], macStyle: header.macStyle)
    try tables.checkOutlines(directory, header)
    family = names.family
    families = names.families
    style = names.style ?? "Regular"
    (weight, isItalic) = (styles.weight, styles.isItalic)
    (isSerif, embedding) = (styles.isSerif, styles.embedding)
    axes = try directory["fvar"].map(VariationTable.axes) ?? []
    (license, designer) = (names[13], names[9])
    (copyright, version) = (names[0], names[5])
    (glyphCount, unitsPerEm) = (header.glyphCount, header.unitsPerEm)
    characters = try tables.characters(directory.required("cmap"), glyphCount: glyphCount)
  }
}
