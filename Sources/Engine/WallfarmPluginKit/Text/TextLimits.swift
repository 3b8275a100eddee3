/// Bounds on text, held before any of it is shaped.
///
/// Shaping, breaking and drawing take time and room that grow faster than the text where nothing in it
/// can be broken: one character of thousands of joined emoji is a picture of 300,000 pixels. No
/// writing system comes near these bounds: the longest emoji has 10 code points, a Tibetan stack or a
/// syllable of Hindi about as many, and no reader follows ten directions inside one another.
public struct TextLimits: Sendable, Hashable {
  /// Most characters, as people count them (extended grapheme clusters, UAX #29).
  public var characters: Int
  /// Most code points.
  public var codePoints: Int
  /// Most characters between two places to break; nil where such places will be added.
  public var word: Int?

  /// Most code points of one character: a base, its marks, and what is joined to it.
  public static let parts = 64
  /// Most lines.
  public static let lines = 1000
  /// Most directions that are open at once (UAX #9, explicit levels).
  public static let nesting = 32
  /// Most notes of a picture.
  public static let notes = 500
  /// Most code points of all notes of a picture.
  public static let allNotes = 200_000

  /// What a note may have.
  public static let note = TextLimits(characters: 20_000, codePoints: 60_000, word: nil)
  /// What any other text may have: a title, a line of a template, what a plugin sets.
  public static let block = TextLimits(characters: 100_000, codePoints: 400_000, word: 5000)

  /// What a text has more of than it may; nil where it keeps all bounds.
  public func excess(in text: String) -> TextExcess? {
    let count = text.utf8.count
    // So few bytes are too few for any bound; and below U+0300, whose first byte is 0xCC, nothing joins
    // or turns anything.
    if count <= TextLimits.parts { return nil }
    if count <= TextLimits.lines && text.utf8.allSatisfy({ $0 < 0xCC }) { return nil }
    return excessOfCodePoints(text) ?? excessOfCharacters(text)
  }

  private func excessOfCodePoints(_ text: String) -> TextExcess? {
    var (count, lines, depth) = (0, 1, 0)
    for scalar in text.unicodeScalars {
      count += 1
      switch scalar.value {
      // A line end of two characters counts once.
      case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: (lines, depth) = (lines + 1, 0)
      case 0x0D: depth = 0
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: depth += 1
      case 0x202C, 0x2069: depth = max(0, depth - 1)
      default: continue
      }
      if depth > TextLimits.nesting { return .nesting }
      if lines > TextLimits.lines { return .lines }
    }
    return count > codePoints ? .codePoints(codePoints) : nil
  }

  private func excessOfCharacters(_ text: String) -> TextExcess? {
    var (count, run) = (0, 0)
    for character in text {
      count += 1
      if count > characters { return .characters(characters) }
      let isLong = character.utf8.count > TextLimits.parts
      if isLong, character.unicodeScalars.count > TextLimits.parts { return .parts }
      run = character.isWhitespace || character == "\u{200B}" ? 0 : run + 1
      if let word, run > word { return .word(word) }
    }
    return nil
  }
}

/// What a text has more of than it may.
public enum TextExcess: Sendable, Hashable {
  /// Characters.
  case characters(Int)
  /// Code points.
  case codePoints(Int)
  /// Code points in one character.
  case parts
  /// Characters without a place to break.
  case word(Int)
  /// Lines.
  case lines
  /// Directions inside one another.
  case nesting

  /// What it has, to follow "has"; never a word of the text.
  public var phrase: String {
    switch self {
    case .characters(let limit): "more than \(limit) characters"
    case .codePoints(let limit): "more than \(limit) code points"
    case .parts: "a character made of more than \(TextLimits.parts) code points"
    case .word(let limit): "more than \(limit) characters without a space"
    case .lines: "more than \(TextLimits.lines) lines"
    case .nesting: "directions of writing nested more than \(TextLimits.nesting) deep"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .characters, .codePoints, .lines: "shorten it"
    case .parts: "take out marks and joiners that stand one upon another"
    case .word: "put spaces into it"
    case .nesting: "take out the characters that turn the direction, such as U+202A and U+2067"
    }
  }
}
