/// The table directory of a face: the position of each table in the file.
struct TableDirectory {
  /// The signature of the face, such as `OTTO`.
  let signature: FontTag
  private let tables: [FontTag: FontTable]
  /// The maximum number of tables; OpenType, AAT and Graphite together define about 100.
  static let mostTables = 128

  /// Reads the directory at an offset in the file.
  init(_ bytes: [UInt8], at offset: Int) throws(FontFlaw) {
    guard let file = FontTable("file", bytes, at: offset, count: bytes.count - offset),
      file.count >= 12
    else { throw .directory(at: offset, "ends after the end of the file") }
    signature = try file.tag(at: 0)
    guard Self.signatures.contains(signature) else {
      throw .directory(at: offset, "begins with the unknown signature '\(signature)'")
    }
    let count = try file.uint16(at: 4)
    guard count > 0 else { throw .directory(at: offset, "is empty") }
    guard count <= Self.mostTables else {
      throw .directory(at: offset, "lists \(count) tables; the limit is \(Self.mostTables)")
    }
    guard file.count >= 12 + 16 * count else {
      throw .directory(
        at: offset, "lists \(count) tables, which is more than the file can contain")
    }
    var tables: [FontTag: FontTable] = [:]
    for entry in stride(from: 12, to: 12 + 16 * count, by: 16) {
      let tag = try file.tag(at: entry)
      let (start, length) = (try file.uint32(at: entry + 8), try file.uint32(at: entry + 12))
      guard tables[tag] == nil else {
        throw .directory(at: offset, "lists the table '\(tag)' twice")
      }
      // The offset of an empty table has no meaning.
      guard let table = FontTable(tag, bytes, at: length > 0 ? start : 0, count: length) else {
        throw .directory(
          at: offset,
          "places the table '\(tag)' at bytes \(start) to \(start + length), but the file has "
            + "\(bytes.count) bytes")
      }
      tables[tag] = table
    }
    self.tables = tables
  }

  /// The table with a tag; nil if there is none.
  subscript(tag: FontTag) -> FontTable? { tables[tag] }

  /// Returns the table with a tag.
  func required(_ tag: FontTag) throws(FontFlaw) -> FontTable {
    guard let table = tables[tag] else { throw .missing([tag]) }
    return table
  }

  /// The signatures of single faces: TrueType on Windows and on the Mac, and OpenType with CFF.
  static let signatures: Set<FontTag> = ["\0\u{1}\0\0", "true", "OTTO"]
}

// MARK: - Checks

extension TableDirectory {
  /// The tables that this module reads, and that must not overlap each other.
  var checkedTables: [FontTable] { Self.checked.compactMap { tables[$0] } }

  private static let always: [FontTag] = ["head", "hhea", "hmtx", "maxp", "cmap", "name"]
  private static let outlines: [FontTag] = ["glyf", "loca", "CFF ", "CFF2"]
  private static let checked = always + outlines + ["OS/2", "fvar"]
  /// The tables with bitmaps, color layers or pictures.
  private static let pictures: [FontTag] = [
    "CBDT", "sbix", "EBDT", "bdat", "SVG ", "COLR",
  ]

  /// Checks that the required tables exist and do not overlap.
  ///
  /// - Parameter acceptsPictures: Whether the glyphs can be pictures instead of outlines.
  /// - Throws: The first error.
  func check(acceptsPictures: Bool) throws(FontFlaw) {
    try checkOutlines(acceptsPictures: acceptsPictures)
    let missing = Self.always.filter { tables[$0] == nil }
    guard missing.isEmpty else { throw .missing(missing) }
    let sorted = checkedTables.filter { $0.count > 0 }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (first, second) in zip(sorted, sorted.dropFirst())
    where second.range.lowerBound < first.range.upperBound {
      throw .overlap(first.tag, second.tag, at: second.range.lowerBound)
    }
  }

  private func checkOutlines(acceptsPictures: Bool) throws(FontFlaw) {
    let hasCFF = tables["CFF "] != nil || tables["CFF2"] != nil
    // Some fonts with bitmaps have an empty table of outlines.
    let hasGlyphs = tables["glyf"].map { $0.count > 0 } ?? false
    if !hasCFF, !hasGlyphs, let picture = Self.pictures.first(where: { tables[$0] != nil }) {
      if acceptsPictures { return }
      throw .noOutlines(picture)
    }
    if hasCFF { return }
    let missing: [FontTag] =
      signature == "OTTO" ? ["CFF "] : ["glyf", "loca"].filter { tables[$0] == nil }
    guard missing.isEmpty else { throw .missing(missing) }
  }
}
