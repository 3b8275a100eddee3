extension InlineHTML {
  /// The elements within a line; the tags of other elements separate words.
  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var", "wbr",
  ]
  /// The elements whose contents are not shown.
  private static let hidden: Set<String> = ["script", "style", "template", "title"]

  /// Whether an element is part of a line of text.
  static func isInline(_ name: String) -> Bool { inline.contains(name.lowercased()) }

  /// The text that a browser shows for HTML, in which blocks are separated by spaces.
  static func visibleWords(_ html: String) -> String {
    let text = Array(html.unicodeScalars)
    var words = String.UnicodeScalarView()
    var place = 0
    var hiddenName: String?
    while place < text.count {
      if text[place] == "<" {
        if text[place...].starts(with: "<!--".unicodeScalars) {
          place = end(of: "-->", text, from: place + 4) ?? text.count
          continue
        }
        if let end = tag(text, place) {
          let name = name(of: text[place..<end])
          let isClosing = text[place + 1] == "/"
          if let hidden = hiddenName {
            if isClosing, name == hidden { hiddenName = nil }
          } else if hidden.contains(name), !isClosing {
            hiddenName = name
          }
          if !inline.contains(name) { words.append(" ") }
          place = end
          continue
        }
      }
      if hiddenName != nil {
        place += 1
      } else if text[place] == "&", let (named, end) = NamedCharacters.read(text, place) {
        words.append(contentsOf: named.unicodeScalars)
        place = end
      } else {
        words.append(text[place])
        place += 1
      }
    }
    return String(words)
  }
}
