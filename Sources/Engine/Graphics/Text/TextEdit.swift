/// A change of a text before Pango is given it.
struct TextEdit {
  /// What it does.
  enum Kind {
    /// A line may end there, and then has a hyphen.
    case softHyphen
    /// A line may end there.
    case lineBreak
    /// A box with a label stands for a character that no font has.
    case box(label: String)
  }

  let kind: Kind
  /// The bytes of the caller's text that it replaces; empty where it only adds.
  let range: Range<Int>
  /// The text that takes their place.
  let text: String

  /// U+00AD, at which a line may end, and then has a hyphen.
  static func softHyphen(at place: Int) -> TextEdit {
    TextEdit(kind: .softHyphen, range: place..<place, text: "\u{AD}")
  }

  /// U+200B, at which a line may end.
  static func lineBreak(at place: Int) -> TextEdit {
    TextEdit(kind: .lineBreak, range: place..<place, text: "\u{200B}")
  }

  /// A box in the place of a cluster.
  ///
  /// Lines break and read there as the first code point has them do; two regional indicators side by side would be taken
  /// for a flag, so a white flag stands for those.
  static func box(for cluster: MissingCluster, in text: [UInt8]) -> TextEdit {
    let own = String(decoding: text[cluster.range], as: UTF8.self).unicodeScalars
    let first = own.first ?? "\u{FFFD}"
    let substitute = first.isRegionalIndicator ? "\u{1F3F3}" : first
    return TextEdit(
      kind: .box(label: cluster.label), range: cluster.range, text: String(substitute))
  }
}

extension [TextEdit] {
  /// Some edits in the order of the text, without those within a range that another one replaces.
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
