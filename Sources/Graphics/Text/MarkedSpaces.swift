import WallfarmPluginKit

extension TextBlock {
  /// The block with a no-break space wherever a space or a tab carries a mark: an accent, a variation
  /// selector, a joiner.
  ///
  /// Pango 1.50 ends the process where such a space follows a word that only just fits its line
  /// (`process_line`, "assertion failed: result == BREAK_SOME_FIT"). A no-break space is also what
  /// Unicode asks for below a mark that stands alone (15.0, section 2.11).
  var withoutMarkedSpaces: TextBlock {
    // No mark has a lower first byte than U+0300.
    let mayHave = zip(text.utf8, text.utf8.dropFirst()).contains {
      ($0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")) && $1 >= 0xCC
    }
    guard mayHave else { return self }
    var block = self
    for index in spans.indices {
      let next = spans[(index + 1)...].lazy.compactMap(\.text.first).first
      block.spans[index].text = spans[index].text.withoutMarkedSpaces(before: next)
    }
    return block
  }
}

extension String {
  /// The text with no-break spaces below marks.
  ///
  /// - Parameter next: what follows, which may be the mark of the last space.
  /// - Returns: the text, longer by a byte for each of them.
  fileprivate func withoutMarkedSpaces(before next: Character?) -> String {
    var result = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      let isLast = rest.isEmpty
      let isMarked =
        character.unicodeScalars.count > 1
        || isLast && next.map { "\(character)\($0)".count == 1 } ?? false
      if isMarked, let first = character.unicodeScalars.first, first == " " || first == "\t" {
        result.unicodeScalars.append("\u{A0}")
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.dropFirst())
      } else {
        result.append(character)
      }
    }
    return result
  }
}
