/// Recognizes the markers of headings, rules, fences, list items and tables (CommonMark 0.31, 4 and
/// 5; GFM 4.10).
enum MarkdownMarks {
  /// The text of an ATX heading such as `## Home ##`; nil for other lines.
  static func heading(_ words: ArraySlice<UInt8>) -> String? {
    let marks = words.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = words.dropFirst(marks)
    guard (1...6).contains(marks), rest.first.map(MarkdownLine.isBlank) ?? true else { return nil }
    var title = trimmed(rest)
    let open = title.reversed().drop { $0 == UInt8(ascii: "#") }
    if open.count < title.count, open.first.map(MarkdownLine.isBlank) ?? true {
      title = trimmed(title.prefix(open.count))
    }
    return String(decoding: title, as: UTF8.self)
  }

  /// Whether a line is the underline of a setext heading: `====` or `----`.
  static func isUnderline(_ words: ArraySlice<UInt8>) -> Bool {
    let line = trimmed(words)
    return !line.isEmpty
      && (line.allSatisfy { $0 == UInt8(ascii: "=") }
        || line.allSatisfy { $0 == UInt8(ascii: "-") })
  }

  /// Whether a line is a thematic break: `---`, `* * *` or `___`.
  static func isRule(_ words: ArraySlice<UInt8>) -> Bool {
    let marks = words.filter { !MarkdownLine.isBlank($0) }
    guard let first = marks.first, "-*_".utf8.contains(first) else { return false }
    return marks.count >= 3 && marks.allSatisfy { $0 == first }
  }

  /// A code fence.
  ///
  /// The closing fence must be at least as long as the opening fence.
  struct Fence {
    let mark: UInt8
    let count: Int

    /// Reads an opening fence.
    init?(_ words: ArraySlice<UInt8>) {
      guard let mark = words.first, "`~".utf8.contains(mark) else { return nil }
      let count = words.prefix { $0 == mark }.count
      guard count >= 3, mark != UInt8(ascii: "`") || !words.dropFirst(count).contains(mark) else {
        return nil
      }
      (self.mark, self.count) = (mark, count)
    }

    func isClosed(by words: ArraySlice<UInt8>) -> Bool {
      let marks = words.prefix { $0 == mark }.count
      return marks >= count && words.dropFirst(marks).allSatisfy(MarkdownLine.isBlank)
    }
  }

  /// A list item marker: `-`, `*`, `+`, `1.` or `1)`.
  struct Marker {
    let length: Int
    /// Whether the item can interrupt a paragraph, which requires a bullet or the number 1.
    let mayInterrupt: Bool

    init?(_ words: ArraySlice<UInt8>) {
      guard let first = words.first else { return nil }
      if "-*+".utf8.contains(first) {
        (length, mayInterrupt) = (1, true)
      } else {
        let digits = words.prefix { (0x30...0x39).contains($0) }
        let behind = words.dropFirst(digits.count).first
        guard (1...9).contains(digits.count), let behind, ".)".utf8.contains(behind) else {
          return nil
        }
        length = digits.count + 1
        mayInterrupt = digits.elementsEqual("1".utf8)
      }
      guard words.dropFirst(length).first.map(MarkdownLine.isBlank) ?? true else { return nil }
    }
  }

  /// Splits a table row into cells; an escaped `|` does not separate cells.
  static func cells(_ row: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for scalar in row[...].trimmed.unicodeScalars {
      if scalar == "|" {
        if isEscaped {
          cells[cells.count - 1].unicodeScalars.removeLast()
          cells[cells.count - 1].unicodeScalars.append(scalar)
        } else {
          cells.append("")
        }
      } else {
        cells[cells.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    if cells.count > 1, cells[0].allSatisfy(\.isWhitespace) { cells.removeFirst() }
    if cells.count > 1, cells[cells.count - 1].allSatisfy(\.isWhitespace) { cells.removeLast() }
    return cells.map { String($0[...].trimmed) }
  }

  /// The column count of a delimiter row such as `|---|:-:|`; nil for other lines.
  static func columns(_ words: ArraySlice<UInt8>) -> Int? {
    guard words.contains(UInt8(ascii: "|")),
      words.allSatisfy({ "|:- \t".utf8.contains($0) })
    else { return nil }
    let cells = cells(String(decoding: words, as: UTF8.self))
    let areRules = cells.allSatisfy { cell in
      var line = cell[...]
      if line.hasPrefix(":") { line = line.dropFirst() }
      if line.hasSuffix(":") { line = line.dropLast() }
      return !line.isEmpty && line.allSatisfy { $0 == "-" }
    }
    return areRules ? cells.count : nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: MarkdownLine.isBlank)
    let blanks = start.reversed().prefix(while: MarkdownLine.isBlank).count
    return start.dropLast(blanks)
  }
}
