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
    var hiddenName: String?
    return words(html) { tag in
      let (name, isClosing) = (name(of: tag), tag.dropFirst().first == "/")
      if hiddenName == nil, !isClosing, hidden.contains(name) {
        hiddenName = name
      } else if isClosing, hiddenName == name {
        hiddenName = nil
      }
      return (inline.contains(name) ? nil : " ", hiddenName == nil)
    }
  }
}
