/// A change to text before Pango shapes it.
struct TextEdit {
  /// The purpose of the edit.
  enum Kind {
    /// Adds a break opportunity that shows a hyphen if the line breaks there.
    case softHyphen
    /// Adds a break opportunity without a hyphen.
    case lineBreak
    /// Replaces a character without a glyph with a labeled box.
    case box(label: String)
  }

  let kind: Kind
  /// The bytes of the caller's text that are replaced; empty for an insertion.
  let range: Range<Int>
  /// The replacement text.
  let text: String

  /// Inserts U+00AD, a break opportunity that shows a hyphen if the line breaks there.
  static func softHyphen(at place: Int) -> TextEdit {
    TextEdit(kind: .softHyphen, range: place..<place, text: "\u{AD}")
  }

  /// Inserts U+200B, a break opportunity without a hyphen.
  static func lineBreak(at place: Int) -> TextEdit {
    TextEdit(kind: .lineBreak, range: place..<place, text: "\u{200B}")
  }

  /// Replaces a cluster with a labeled box.
  ///
  /// The box keeps the line-breaking class and direction of the first code point. A regional
  /// indicator is replaced by a white flag, because two adjacent regional indicators would form a
  /// flag.
  static func box(for cluster: MissingCluster, in text: [UInt8]) -> TextEdit {
    let own = String(decoding: text[cluster.range], as: UTF8.self).unicodeScalars
    let first = own.first ?? "\u{FFFD}"
    let substitute = first.isRegionalIndicator ? "\u{1F3F3}" : first
    return TextEdit(
      kind: .box(label: cluster.label), range: cluster.range, text: String(substitute))
  }
}

extension [TextEdit] {
  /// Sorts edits in text order and drops insertions inside a replaced range.
  static func ordered(_ edits: [TextEdit]) -> [TextEdit] {
    let replaced = edits.map(\.range).filter { !$0.isEmpty }
    return edits.filter { edit in
      !edit.range.isEmpty
        || !replaced.contains {
          $0.lowerBound < edit.range.lowerBound && edit.range.lowerBound < $0.upperBound
        }
    }.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
