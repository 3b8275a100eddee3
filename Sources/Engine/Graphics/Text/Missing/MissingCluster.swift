/// A character, as people count them, that no font draws: a letter, an emoji, a flag.
public struct MissingCluster: Hashable, Sendable {
  /// Its code points that have no glyph; of a flag all that name it.
  public let scalars: [Unicode.Scalar]
  /// The bytes of the text that a box stands for.
  let range: Range<Int>

  init(_ scalars: [Unicode.Scalar], range: Range<Int>) {
    (self.scalars, self.range) = (scalars, range)
  }

  /// The label of its box: the letters of a flag, or the code of its first code point without a glyph.
  var label: String {
    let letters = scalars.compactMap(\.flagLetter)
    if letters.count == scalars.count, letters.count > 1 {
      return String(String.UnicodeScalarView(letters.prefix(MissingBox.longestLabel)))
    }
    guard let first = scalars.first else { return "?" }
    return String(first.codePoint.dropFirst(2))
  }

  /// The code of the script that it is written in; nil for signs and emoji.
  var script: String? {
    guard let first = scalars.first, first.properties.isAlphabetic || first.isMark else {
      return nil
    }
    let script = ScriptRanges.code(of: first)
    return ["Zyyy", "Zinh", "Zzzz"].contains(script) ? nil : script
  }

  /// Whether a font of a rare script may have it: no emoji and no flag.
  var mayBeRare: Bool {
    scalars.contains { !$0.properties.isEmoji && !$0.isTag }
  }

  /// How it is named where the words of a person must not be read: letters by their script alone.
  ///
  /// A list of code points, in the order of a text, spells the words of it.
  public var name: String { script ?? scalars.map(\.codePoint).joined(separator: " ") }
}

extension [MissingCluster] {
  /// The names of some clusters, each once, in an order that says nothing of the text.
  public var names: [String] { Set(map(\.name)).sorted() }

  /// The clusters in a sentence: `U+1FAE9 and 3 characters of the script Mtei`.
  package var phrase: String {
    let letters = Dictionary(grouping: filter { $0.script != nil }) { $0.script ?? "" }
    let signs = filter { $0.script == nil }.names
    let shown = signs.prefix(5) + (signs.count > 5 ? ["\(signs.count - 5) other characters"] : [])
    let scripts = letters.sorted { $0.key < $1.key }.map { script, clusters in
      "\(clusters.count) character\(clusters.count == 1 ? "" : "s") of the script \(script)"
    }
    return (shown + scripts).joined(separator: ", ")
  }
}

extension Unicode.Scalar {
  /// The letter that a regional indicator or a tag of a flag stands for.
  var flagLetter: Unicode.Scalar? {
    switch value {
    case 0x1F1E6...0x1F1FF: Unicode.Scalar(value - 0x1F1E6 + 0x41)
    case 0xE0030...0xE0039: Unicode.Scalar(value - 0xE0000)
    case 0xE0061...0xE007A: Unicode.Scalar(value - 0xE0020)
    default: nil
    }
  }

  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether it is a letter, digit or the end of a sequence of tags (UTS #51).
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
