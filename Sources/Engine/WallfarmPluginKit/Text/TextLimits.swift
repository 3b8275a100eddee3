/// Limits on text, checked before shaping.
///
/// The cost of shaping, breaking and drawing grows faster than linearly for text without break
/// opportunities. For example, a single character that consists of thousands of joined emoji
/// produces a picture that is 300,000 pixels wide. The limits are much higher than any writing
/// system needs: the longest emoji has 10 code points, a Tibetan stack or a Hindi syllable has
/// about as many, and no real text nests directions ten levels deep.
public struct TextLimits: Sendable, Hashable {
  /// The maximum number of characters (extended grapheme clusters, UAX #29).
  public var characters: Int
  /// The maximum number of code points.
  public var codePoints: Int
  /// The maximum number of characters between break opportunities, or `nil` if the host adds break
  /// opportunities.
  public var word: Int?

  /// The maximum number of code points in a character, including its base, marks and joined code
  /// points.
  public static let parts = 64
  /// The maximum number of lines.
  public static let lines = 1000
  /// The maximum nesting depth of explicit directions (UAX #9).
  public static let nesting = 32
  /// The maximum number of notes in a picture.
  public static let notes = 500
  /// The maximum number of code points in all notes of a picture.
  public static let allNotes = 200_000

  /// The limits of a note.
  public static let note = TextLimits(characters: 20_000, codePoints: 60_000, word: nil)
  /// The limits of all other text: titles, template lines, plugin text.
  public static let block = TextLimits(characters: 100_000, codePoints: 400_000, word: 5000)

  /// Returns the first exceeded limit, or `nil` if the text is within all limits.
  public func excess(in text: String) -> TextExcess? {
    let count = text.utf8.count
    // Fast path: Text of up to 64 bytes cannot exceed any limit. Neither can text of up to 1,000
    // bytes in which all code points are below U+0300 (first byte below 0xCC), because such code
    // points neither combine nor affect the direction of the text.
    if count <= TextLimits.parts { return nil }
    if count <= TextLimits.lines && text.utf8.allSatisfy({ $0 < 0xCC }) { return nil }
    return excessOfCodePoints(text) ?? excessOfCharacters(text)
  }

  private func excessOfCodePoints(_ text: String) -> TextExcess? {
    var (count, lines, depth) = (0, 1, 0)
    for scalar in text.unicodeScalars {
      count += 1
      switch scalar.value {
      // CR does not increase the count, so that CR LF counts as one line end.
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

/// An exceeded text limit.
public enum TextExcess: Sendable, Hashable {
  /// Too many characters; the value is the limit.
  case characters(Int)
  /// Too many code points; the value is the limit.
  case codePoints(Int)
  /// Too many code points in one character.
  case parts
  /// Too many characters without a break opportunity; the value is the limit.
  case word(Int)
  /// Too many lines.
  case lines
  /// Explicit directions are nested too deeply.
  case nesting

  /// A phrase that follows "has" in a message; the phrase contains no part of the text.
  public var phrase: String {
    switch self {
    case .characters(let limit): "more than \(limit) characters"
    case .codePoints(let limit): "more than \(limit) code points"
    case .parts: "a character made of more than \(TextLimits.parts) code points"
    case .word(let limit): "more than \(limit) characters without a space"
    case .lines: "more than \(TextLimits.lines) lines"
    case .nesting: "text directions nested more than \(TextLimits.nesting) levels deep"
    }
  }

  /// A hint that explains how to correct the text.
  public var hint: String {
    switch self {
    case .characters, .codePoints, .lines: "shorten it"
    case .parts: "remove stacked combining marks and joiners"
    case .word: "add spaces to it"
    case .nesting: "remove characters that change the text direction, such as U+202A and U+2067"
    }
  }
}
