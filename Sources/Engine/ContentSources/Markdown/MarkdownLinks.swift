/// Scans links and link reference definitions (CommonMark 0.31, 4.7 and 6.3).
enum MarkdownLinks {
  /// The normalized labels of link reference definitions.
  typealias Labels = Set<String>
  typealias Scalars = [Unicode.Scalar]

  /// The maximum lengths of a label, and of a destination or title, in Unicode scalars.
  private static let longestLabel = 999
  private static let longest = 2000

  /// The index after the link whose text has the range `label`; nil if that text is not part of a
  /// link.
  ///
  /// The range ends before a `]`.
  static func end(_ text: Scalars, label: Range<Int>, definitions: Labels) -> Int? {
    let place = label.upperBound + 1
    if place < text.count, text[place] == "(", let end = inline(text, place + 1) { return end }
    if place < text.count, text[place] == "[", let end = labelEnd(text, place + 1) {
      let name = end == place + 1 ? self.name(text[label]) : self.name(text[(place + 1)..<end])
      if name.map(definitions.contains) == true { return end + 1 }
      // An undefined label does not create a link.
      if end > place + 1 { return nil }
    }
    return name(text[label]).map(definitions.contains) == true ? place : nil
  }

  /// The index after an inline target such as `destination "title")`; the destination and the title
  /// are optional.
  private static func inline(_ text: Scalars, _ start: Int) -> Int? {
    var place = blanks(text, start)
    guard place < text.count else { return nil }
    if text[place] == ")" { return place + 1 }
    guard let address = address(text, place) else { return nil }
    place = blanks(text, address)
    if place > address, let title = title(text, place) { place = blanks(text, title) }
    return place < text.count && text[place] == ")" ? place + 1 : nil
  }

  /// The index after a destination, which is either in angle brackets or has balanced parentheses
  /// and no spaces.
  private static func address(_ text: Scalars, _ start: Int) -> Int? {
    let limit = min(text.count, start + longest)
    guard start < limit else { return nil }
    var place = start
    if text[start] == "<" {
      place += 1
      while place < limit, text[place] != ">" {
        if text[place] == "<" || text[place] == "\n" { return nil }
        place += text[place] == "\\" ? 2 : 1
      }
      return place < limit ? place + 1 : nil
    }
    var depth = 0
    while place < limit, text[place].value > 0x20, text[place].value != 0x7F {
      if text[place] == "\\", place + 1 < limit, text[place + 1].value > 0x20 {
        place += 2
        continue
      }
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" {
        if depth == 0 { break }
        depth -= 1
      }
      guard depth <= 32 else { return nil }
      place += 1
    }
    return depth == 0 && place > start ? place : nil
  }

  /// The index after a title in quotes or parentheses.
  private static func title(_ text: Scalars, _ start: Int) -> Int? {
    let limit = min(text.count, start + longest)
    guard start < limit, "\"'(".unicodeScalars.contains(text[start]) else { return nil }
    let close: Unicode.Scalar = text[start] == "(" ? ")" : text[start]
    var place = start + 1
    while place < limit, text[place] != close {
      if close == ")", text[place] == "(" { return nil }
      // A title cannot contain a blank line.
      if text[place] == "\n", place + 1 < limit, text[place + 1] == "\n" { return nil }
      place += text[place] == "\\" ? 2 : 1
    }
    return place < limit ? place + 1 : nil
  }

  /// The index of the `]` that ends a label.
  private static func labelEnd(_ text: Scalars, _ start: Int) -> Int? {
    let limit = min(text.count, start + longestLabel + 1)
    var place = start
    while place < limit, text[place] != "]" {
      if text[place] == "[" { return nil }
      place += text[place] == "\\" ? 2 : 1
    }
    return place < limit ? place : nil
  }

  /// Normalizes a label: folds its case and collapses whitespace.
  private static func name(_ label: ArraySlice<Unicode.Scalar>) -> String? {
    guard label.count <= longestLabel else { return nil }
    let words = String(String.UnicodeScalarView(label)).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    return words.joined(separator: " ").lowercased().uppercased()
  }

  /// Reads the link definitions at the start of a paragraph: `[label]: destination "title"`.
  ///
  /// - Returns: the number of lines that the definitions occupy.
  static func takeDefinitions(from lines: [String], into labels: inout Labels) -> Int {
    var taken = 0
    while taken < lines.count, lines[taken].hasPrefix("[") {
      // The destination and the title can be on separate lines.
      let text = Array(lines[taken...].prefix(8).joined(separator: "\n").unicodeScalars)
      guard let end = labelEnd(text, 1), end + 1 < text.count, text[end + 1] == ":",
        let name = name(text[1..<end]), let address = definitionAddress(text, end + 2)
      else { break }
      var stop = address
      let titled = blanks(text, address)
      if titled > address, let title = title(text, titled), isLineEnd(text, title) { stop = title }
      guard isLineEnd(text, stop) else { break }
      labels.insert(name)
      taken += text[..<stop].count { $0 == "\n" } + 1
    }
    return taken
  }

  private static func definitionAddress(_ text: Scalars, _ start: Int) -> Int? {
    let place = blanks(text, start)
    return place < text.count ? address(text, place) : nil
  }

  private static func isLineEnd(_ text: Scalars, _ place: Int) -> Bool {
    let end = InlineHTML.run(text, place, text.count) { $0 == " " || $0 == "\t" }
    return end >= text.count || text[end] == "\n"
  }

  private static func blanks(_ text: Scalars, _ start: Int) -> Int {
    InlineHTML.run(text, start, text.count, InlineHTML.isBlank)
  }
}
