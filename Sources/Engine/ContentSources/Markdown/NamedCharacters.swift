/// Reads character references: `&amp;`, `&#8212;`, `&#x2014;` (CommonMark 0.31, 2.5).
enum NamedCharacters {
  /// The maximum length of a name; the longest name has 31 characters.
  private static let longest = 32

  /// Reads the reference at `start`; returns its characters and the index after it, or nil if there
  /// is no reference.
  static func read(_ text: [Unicode.Scalar], _ start: Int) -> (String, Int)? {
    let limit = min(text.count, start + longest + 2)
    var place = start + 1
    guard place < limit else { return nil }
    if text[place] == "#" {
      place += 1
      let isHex = place < limit && (text[place] == "x" || text[place] == "X")
      if isHex { place += 1 }
      let end = InlineHTML.run(text, place, limit) {
        isHex ? $0.isASCII && $0.properties.isASCIIHexDigit : InlineHTML.isDigit($0)
      }
      guard (1...(isHex ? 6 : 7)).contains(end - place), end < limit, text[end] == ";",
        let number = UInt32(
          String(String.UnicodeScalarView(text[place..<end])), radix: isHex ? 16 : 10)
      else { return nil }
      let scalar = number == 0 ? nil : Unicode.Scalar(number)
      return (String(scalar ?? "\u{FFFD}"), end + 1)
    }
    let end = InlineHTML.run(text, place, limit) {
      InlineHTML.isLetter($0) || InlineHTML.isDigit($0)
    }
    guard end > place, end < limit, text[end] == ";",
      let named = names[String(String.UnicodeScalarView(text[place..<end]))[...]]
    else { return nil }
    return (named, end + 1)
  }

  private static let names: [Substring: String] = {
    let words = table.split { $0 == " " || $0 == "\n" }
    var names: [Substring: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let scalars = words[index + 1].split(separator: "+").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      names[words[index]] = String(String.UnicodeScalarView(scalars))
    }
    return names
  }()
}
