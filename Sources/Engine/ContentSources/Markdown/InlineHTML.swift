/// Scans HTML tags and autolinks within text (CommonMark 0.31, 6.5 and 6.6).
enum InlineHTML {
  typealias Scalars = [Unicode.Scalar]

  /// The maximum length of a tag, in Unicode scalars.
  private static let longest = 4096

  /// The index after the opening or closing tag at `start`; nil if there is none.
  static func tag(_ text: Scalars, _ start: Int) -> Int? {
    var place = start + 1
    let limit = min(text.count, start + longest)
    let isClosing = place < limit && text[place] == "/"
    if isClosing { place += 1 }
    guard place < limit, isLetter(text[place]) else { return nil }
    place = run(text, place, limit) { isLetter($0) || isDigit($0) || $0 == "-" }
    if !isClosing {
      while let next = attribute(text, place, limit) { place = next }
    }
    place = run(text, place, limit, isBlank)
    if !isClosing, place < limit, text[place] == "/" { place += 1 }
    return place < limit && text[place] == ">" ? place + 1 : nil
  }

  /// The index after an attribute: whitespace, a name, and optionally `=` and a value.
  private static func attribute(_ text: Scalars, _ start: Int, _ limit: Int) -> Int? {
    let name = run(text, start, limit, isBlank)
    guard name > start, name < limit,
      isLetter(text[name]) || text[name] == "_" || text[name] == ":"
    else { return nil }
    let end = run(text, name, limit) {
      isLetter($0) || isDigit($0) || "_.:-".unicodeScalars.contains($0)
    }
    var place = run(text, end, limit, isBlank)
    guard place < limit, text[place] == "=" else { return end }
    place = run(text, place + 1, limit, isBlank)
    guard place < limit else { return nil }
    if text[place] == "\"" || text[place] == "'" {
      let quote = text[place]
      place = run(text, place + 1, limit) { $0 != quote }
      return place < limit ? place + 1 : nil
    }
    let value = run(text, place, limit) {
      !isBlank($0) && !"\"'=<>`".unicodeScalars.contains($0)
    }
    return value > place ? value : nil
  }

  /// The address of an autolink such as `<https://example.com>`, and the index after it.
  static func address(_ text: Scalars, _ start: Int) -> (words: String, end: Int)? {
    let limit = min(text.count, start + longest)
    let end = run(text, start + 1, limit) { $0 != ">" && $0 != "<" && $0.value > 0x20 }
    guard end < limit, text[end] == ">" else { return nil }
    let inside = text[(start + 1)..<end]
    guard isAddress(inside) || isMail(inside) else { return nil }
    return (String(String.UnicodeScalarView(inside)), end + 1)
  }

  private static func isAddress(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let scheme = text.prefix { $0 != ":" }
    guard scheme.count < text.count, (2...32).contains(scheme.count), let first = scheme.first,
      isLetter(first)
    else { return false }
    return scheme.allSatisfy { isLetter($0) || isDigit($0) || "+.-".unicodeScalars.contains($0) }
  }

  private static func isMail(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let marks = ".!#$%&'*+/=?^_`{|}~-".unicodeScalars
    return parts[0].allSatisfy { isLetter($0) || isDigit($0) || marks.contains($0) }
      && parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.count) && label.first != "-" && label.last != "-"
          && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == "-" }
      }
  }

  /// The index after the next occurrence of `mark`.
  static func end(of mark: String, _ text: Scalars, from start: Int) -> Int? {
    let mark = Array(mark.unicodeScalars)
    var place = start
    while place + mark.count <= text.count {
      if text[place..<place + mark.count].elementsEqual(mark) { return place + mark.count }
      place += 1
    }
    return nil
  }

  /// The text of HTML without its tags.
  static func words(_ html: String) -> String {
    words(html) { tag in (isBreak(tag) ? "\n" : " ", true) }
  }

  /// The text of HTML without its comments, with its character references and tags replaced.
  ///
  /// `replace` returns the replacement of a tag, and whether the text after the tag is shown.
  static func words(
    _ html: String,
    replacing replace: (ArraySlice<Unicode.Scalar>) -> (text: Unicode.Scalar?, showsNext: Bool)
  ) -> String {
    let text = Array(html.unicodeScalars)
    var words = String.UnicodeScalarView()
    var (place, isShown) = (0, true)
    while place < text.count {
      if text[place] == "<" {
        if text[place...].starts(with: "<!--".unicodeScalars) {
          place = end(of: "-->", text, from: place + 4) ?? text.count
          continue
        }
        if let end = tag(text, place) {
          let (replacement, showsNext) = replace(text[place..<end])
          if let replacement { words.append(replacement) }
          (place, isShown) = (end, showsNext)
          continue
        }
      } else if text[place] == "&", let (named, end) = NamedCharacters.read(text, place) {
        if isShown { words.append(contentsOf: named.unicodeScalars) }
        place = end
        continue
      }
      if isShown { words.append(text[place] == "\n" ? " " : text[place]) }
      place += 1
    }
    return String(words)
  }

  /// Whether a tag is `<br>`.
  static func isBreak(_ tag: ArraySlice<Unicode.Scalar>) -> Bool { name(of: tag) == "br" }

  /// The name of an opening or closing tag in lowercase, without digits.
  static func name(of tag: ArraySlice<Unicode.Scalar>) -> String {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix(while: isLetter)
    return String(String.UnicodeScalarView(name)).lowercased()
  }

  static func run(
    _ text: Scalars, _ start: Int, _ limit: Int, _ belongs: (Unicode.Scalar) -> Bool
  ) -> Int {
    var place = start
    while place < limit, belongs(text[place]) { place += 1 }
    return place
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
