internal import Diagnostics
internal import SourceJSON

/// Wraps text at word boundaries, because terminals break lines within words.
extension String {
  /// Wraps the text at `columns`; only words that are longer, such as URLs, exceed this width.
  ///
  /// Continuation lines of a list item are indented to its first word. Lines also break between
  /// double-width characters, such as Chinese and Japanese characters.
  package func broken(at columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Self.lines(of: $0, columns) }.joined(separator: "\n")
  }

  private static func lines(of line: Substring, _ columns: Int) -> [String] {
    let indent = indent(of: line)
    // Indent only if enough space is left for words.
    let hanging = String(repeating: " ", count: indent < columns / 2 ? indent : 0)
    var lines: [String] = []
    var (current, width, blanks) = ("", 0, "")
    for piece in pieces(of: line) {
      let fits = width + blanks.count + piece.width <= columns
      if fits || current.allSatisfy({ $0 == " " }) {
        current += blanks + piece.text
        width += blanks.count + piece.width
      } else {
        lines.append(current)
        current = hanging + piece.text
        width = hanging.count + piece.width
      }
      blanks = piece.blanks
    }
    return lines + [current]
  }

  /// The hanging indent of a list item, as in `  2  Next`, `  1. Buy milk` and `1. Open Photos`.
  private static func indent(of line: Substring) -> Int {
    let listed = line.prefixMatch(of: /(?: {2,}(?:[0-9]{1,3}|[a-z]) {2,}| *[0-9]{1,3}\. +| {2,})/)
    return listed?.output.count ?? 0
  }

  /// Splits a line into unbreakable pieces, each with the spaces that follow it.
  private static func pieces(
    of line: Substring
  ) -> [(text: String, width: Int, blanks: String)] {
    var pieces: [(text: String, width: Int, blanks: String)] = []
    var before: Character?
    for character in line {
      if character == " ", !pieces.isEmpty {
        pieces[pieces.count - 1].blanks.append(" ")
      } else if let last = before, let piece = pieces.last, piece.blanks.isEmpty,
        !canEnd(between: last, and: character)
      {
        pieces[pieces.count - 1].text.append(character)
        pieces[pieces.count - 1].width += character.columns
      } else {
        pieces.append((String(character), character.columns, ""))
      }
      before = character
    }
    return pieces
  }

  private static let opening = "（「『【〈《［“‘"
  /// Characters that cannot begin a line, including small kana in Japanese.
  private static let closing =
    ":;,.!?)%、。，．：；！？）」』】〉》］”’・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"

  /// Whether a line can break between two adjacent characters.
  private static func canEnd(between one: Character, and other: Character) -> Bool {
    guard one.columns > 1 || other.columns > 1 else { return false }
    return !opening.contains(one) && !closing.contains(other)
  }
}

extension Character {
  fileprivate var columns: Int { min(2, unicodeScalars.reduce(0) { max($0, $1.printedWidth) }) }
}
