/// A structural error in a font file.
enum FontFlaw: Error, Hashable, Sendable {
  /// The header of a collection is invalid.
  case collection(at: Int, String)
  /// A table directory is invalid.
  case directory(at: Int, String)
  /// A table ends before a value that it must contain; the offset is the position of the value.
  case cut(FontTag, at: Int)
  /// A value in a table is invalid; the offset is the position of the value in the file.
  case table(FontTag, at: Int, String)
  /// Two tables share bytes.
  case overlap(FontTag, FontTag, at: Int)
  /// Required tables do not exist.
  case missing([FontTag])
  /// The font draws its glyphs with bitmaps or layers of color from a table, and has no outlines.
  case noOutlines(FontTag)
  /// The faces of a collection share bytes in other ways than as whole tables.
  case entangledFaces
  /// No character map has a Unicode encoding and a supported format.
  case noUnicodeMap
  /// No character has a glyph.
  case noCharacters

  /// The reason, worded so that it can follow "the font cannot be used: ".
  var reason: String {
    switch self {
    case .collection(let offset, let problem):
      "its list of faces at byte \(offset) \(problem)"
    case .directory(let offset, let problem):
      "its table directory at byte \(offset) \(problem)"
    case .cut(let tag, let offset): "its table '\(tag)' ends before the value at byte \(offset)"
    case .table(let tag, let offset, let problem):
      "its table '\(tag)' \(problem) (at byte \(offset))"
    case .overlap(let first, let second, let offset):
      "its tables '\(first)' and '\(second)' overlap at byte \(offset)"
    case .missing(let tags):
      (tags.count == 1 ? "it has no table " : "it does not have the tables ")
        + tags.map { "'\($0)'" }.joined(separator: ", ")
    case .noOutlines(let tag):
      "it has no outlines, only bitmaps or color pictures in its table '\(tag)'"
    case .entangledFaces: "the tables of its faces overlap"
    case .noUnicodeMap: "its table 'cmap' has no Unicode character map in a supported format"
    case .noCharacters: "it has no glyph for any character"
    }
  }

  /// The next step for the user.
  var hint: String {
    switch self {
    case .noOutlines:
      "use a font with outlines, which has a table 'glyf', 'CFF ' or 'CFF2'"
    case .noUnicodeMap, .noCharacters:
      "use a font with a Unicode character map"
    case .collection, .directory, .cut, .table, .overlap, .missing, .entangledFaces:
      "get the font again from its vendor, or export it again with a font editor"
    }
  }
}
