/// A grapheme cluster that has no glyph: a letter, an emoji or a flag.
public struct MissingCluster: Hashable, Sendable {
  /// The code points that have no glyph; for a flag, all code points that identify it.
  public let scalars: [Unicode.Scalar]
  /// The bytes of the text that the box replaces.
  let range: Range<Int>

  init(_ scalars: [Unicode.Scalar], range: Range<Int>) {
    (self.scalars, self.range) = (scalars, range)
  }

  /// The label of the box: the letters of a flag, or the hex digits of the first code point without
  /// a glyph.
  var label: String {
    let letters = scalars.compactMap(\.flagLetter)
    if letters.count == scalars.count, letters.count > 1 {
      return String(String.UnicodeScalarView(letters.prefix(MissingBox.longestLabel)))
    }
    guard let first = scalars.first else { return "?" }
    return String(first.codePoint.dropFirst(2))
  }

  /// The ISO 15924 code of the script; `nil` for symbols and emoji.
  var script: String? {
    guard let first = scalars.first, first.properties.isAlphabetic || first.isMark else {
      return nil
    }
    let script = ScriptRanges.code(of: first)
    return ["Zyyy", "Zinh", "Zzzz"].contains(script) ? nil : script
  }

  /// Whether a font for a rare script could contain the cluster; false for emoji and flags.
  var mayBeRare: Bool {
    scalars.contains { !$0.properties.isEmoji && !$0.isTag }
  }

  /// The name of the cluster in logs.
  ///
  /// Logs must not reveal text. Therefore, letters are named only by their script, because a list
  /// of code points in text order would reveal the text.
  public var name: String { script ?? scalars.map(\.codePoint).joined(separator: " ") }
}

extension [MissingCluster] {
  /// The distinct names, sorted so that their order does not reveal the text.
  public var names: [String] { Set(map(\.name)).sorted() }

  /// The clusters as a phrase for a message, such as `U+1FAE9, 3 characters in the script Mtei`.
  package var phrase: String {
    let letters = Dictionary(grouping: filter { $0.script != nil }) { $0.script ?? "" }
    let signs = filter { $0.script == nil }.names
    let more = signs.count - 5
    let shown =
      signs.prefix(5) + (more > 0 ? ["\(more) other character\(more == 1 ? "" : "s")"] : [])
    let scripts = letters.sorted { $0.key < $1.key }.map { script, clusters in
      "\(clusters.count) character\(clusters.count == 1 ? "" : "s") in the script \(script)"
    }
    return (shown + scripts).joined(separator: ", ")
  }
}

extension Unicode.Scalar {
  /// The letter or digit that a regional indicator or a tag character in a flag represents.
  var flagLetter: Unicode.Scalar? {
    switch value {
    case 0x1F1E6...0x1F1FF: Unicode.Scalar(value - 0x1F1E6 + 0x41)
    case 0xE0030...0xE0039: Unicode.Scalar(value - 0xE0000)
    case 0xE0061...0xE007A: Unicode.Scalar(value - 0xE0020)
    default: nil
    }
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar is a tag character, including the cancel tag (UTS #51).
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
