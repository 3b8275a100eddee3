/// Finds the ends of sentences and clauses, at which readers expect a line to end.
struct ClauseEnds {
  private(set) var ends: [LineJoints.ClauseEnd] = []
  private let scalars: [Unicode.Scalar]

  init(_ text: PlacedScalars) {
    scalars = text.scalars
    for index in scalars.indices.dropFirst() {
      guard let kind = kind(before: index) else { continue }
      ends.append(LineJoints.ClauseEnd(place: text.places[index], kind: kind))
    }
  }

  /// Returns whether a sentence or a clause ends before a character; `nil` if neither does.
  ///
  /// The result is also `nil` if a line cannot begin with the character.
  private func kind(before index: Int) -> LineJoints.ClauseEnd.Kind? {
    guard !scalars[index].isSpace, !scalars[index].isClosing else { return nil }
    var last = index - 1
    while last > 0, scalars[last].isSpace { last -= 1 }
    let isSpaced = last < index - 1
    let lastOfText = scalars[last]
    while last > 0, scalars[last].isClosing { last -= 1 }
    guard let kind = scalars[last].clauseEnd else {
      // Thai, Lao, Khmer and Burmese have spaces between clauses, but not between words.
      let isSpace = isSpaced && lastOfText.isSouthEastAsian && scalars[index].isSouthEastAsian
      let isWithin = lastOfText.isDigit || scalars[index].isDigit || lastOfText.isThaiSign
      return isSpace && !isWithin ? .clause : nil
    }
    guard isSpaced || scalars[last].isFullWidthMark else { return nil }
    return kind == .sentence && scalars[last] == "." && !endsSentence(last, before: index)
      ? nil : kind
  }

  /// Whether a period ends a sentence rather than an abbreviation or ordinal number.
  private func endsSentence(_ stop: Int, before index: Int) -> Bool {
    let word = scalars[..<stop].reversed().prefix { $0.properties.isAlphabetic }
    return word.count > 2 && !scalars[index].properties.isLowercase
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == " " || self == "\u{3000}" }

  /// Whether the scalar closes a quotation or parenthesis.
  fileprivate var isClosing: Bool {
    properties.generalCategory == .closePunctuation
      || properties.generalCategory == .finalPunctuation || self == "\""
  }

  /// Whether the scalar is the Thai repetition mark or abbreviation mark, before which a clause
  /// cannot end.
  fileprivate var isThaiSign: Bool { self == "ๆ" || self == "ฯ" }

  /// Whether the scalar is Chinese or Japanese punctuation, which is not followed by a space.
  fileprivate var isFullWidthMark: Bool {
    (0x3001...0x3002).contains(value) || (0xFF01...0xFF1F).contains(value)
  }

  /// Whether the scalar ends a sentence or a clause; `nil` if it ends neither.
  fileprivate var clauseEnd: LineJoints.ClauseEnd.Kind? {
    switch self {
    case ".", "!", "?", "…", "。", "！", "？", "؟", "۔", "।", "॥", "։", "።": .sentence
    case ",", ";", ":", "、", "，", "；", "：", "،", "؛", "፣", "፤": .clause
    default: isDash ? .clause : nil
    }
  }
}
