internal import CPango
import WallfarmPluginKit

/// A paragraph of shaped text, with the measurements of its characters.
struct ShapedParagraph {
  let facts: EvenLines.Paragraph
  /// The byte offset of each character, and the offset of the end.
  let places: [Int]
  /// The indices of the characters that begin the second and later lines.
  let lineStarts: [Int]
}

extension ShapedText {
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  var isWrapped: Bool { pango_layout_is_wrapped(layout) != 0 }

  /// Whether all lines fit within the width.
  func isWithin(_ width: Double) -> Bool {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return logical.width <= pangoUnits(width + slack) + 1
  }

  /// Whether no line begins inside a word.
  var breaksOnlyAtWords: Bool {
    guard isWrapped else { return true }
    let attributes = breakAttributes
    let places = characterPlaces
    return lineFacts.allSatisfy { line in
      line.beginsParagraph || attributes[places.index(of: line.start)].is_line_break != 0
    }
  }

  /// Whether a line begins with a space.
  ///
  /// A line begins with a space if an unbreakable range exactly fills the previous line, because
  /// Pango then breaks before the space at the end of the range.
  var beginsLineWithSpace: Bool {
    guard isWrapped, let text = pango_layout_get_text(layout) else { return false }
    return lineFacts.contains { !$0.beginsParagraph && text[$0.start] == 0x20 }
  }

  /// Returns the byte ranges of unbreakable text that is split across lines and of lines that are
  /// too wide.
  func tornStretches(_ width: Double) -> [Range<UInt32>] {
    guard isWrapped || !isWithin(width) else { return [] }
    let attributes = breakAttributes
    let places = characterPlaces
    let last = places.count - 1
    var torn: [Range<UInt32>] = []
    for (index, line) in lineFacts.enumerated() {
      if isWide(line: index, width) { torn.append(UInt32(line.start)..<UInt32(line.end)) }
      let first = places.index(of: line.start)
      guard !line.beginsParagraph, attributes[first].is_line_break == 0 else { continue }
      var (start, end) = (first, first)
      while start > 0, attributes[start].is_line_break == 0 { start -= 1 }
      while end < last, attributes[end].is_line_break == 0 { end += 1 }
      torn.append(UInt32(places[start])..<UInt32(places[end]))
    }
    return torn
  }

  /// The byte ranges around the line ends that are inside a word and next to an address mark.
  var endsAtMarks: [Range<UInt32>] {
    guard isWrapped, let text = pango_layout_get_text(layout) else { return [] }
    return lineFacts.compactMap { line in
      guard !line.beginsParagraph, line.start > 0, text[line.start] != 0x20,
        AddressBreaks.isMark(text[line.start - 1]) || AddressBreaks.isMark(text[line.start])
      else { return nil }
      return UInt32(line.start - 1)..<UInt32(line.start + 1)
    }
  }

  private func isWide(line index: Int, _ width: Double) -> Bool {
    guard let line = pango_layout_get_line_readonly(layout, Int32(index)) else { return false }
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    return logical.width > pangoUnits(width + slack) + 1
  }

  /// The byte offsets after soft hyphens.
  var softHyphenEnds: [Int] {
    guard let text = pango_layout_get_text(layout) else { return [] }
    var places: [Int] = []
    var place = 0
    while text[place] != 0 {
      place += 1
      // U+00AD is C2 AD in UTF-8.
      if place > 1, UInt8(bitPattern: text[place - 2]) == 0xC2,
        UInt8(bitPattern: text[place - 1]) == 0xAD
      {
        places.append(place)
      }
    }
    return places
  }

  /// The byte offsets of line ends that show a hyphen, which are the line ends after a soft hyphen
  /// within a paragraph.
  var hyphenatedEnds: Set<Int> {
    let ends = softHyphenEnds
    guard !ends.isEmpty else { return [] }
    return Set(ends).intersection(lineFacts.filter { !$0.beginsParagraph }.map(\.start))
  }

  private struct LineFacts {
    let start: Int
    let end: Int
    let beginsParagraph: Bool
  }

  private var lineFacts: [LineFacts] {
    (0..<pango_layout_get_line_count(layout)).compactMap { index in
      guard let line = pango_layout_get_line_readonly(layout, index)?.pointee else { return nil }
      let start = Int(line.start_index)
      return LineFacts(
        start: start, end: start + Int(line.length), beginsParagraph: line.is_paragraph_start != 0)
    }
  }

  /// Pango's break attributes before each character and at the end of the text.
  private var breakAttributes: UnsafeBufferPointer<PangoLogAttr> {
    var count: gint = 0
    let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
    return UnsafeBufferPointer(start: attributes, count: Int(count))
  }

  /// The byte offset of each character, and of the end of the text.
  private var characterPlaces: [Int] {
    guard let text = pango_layout_get_text(layout) else { return [] }
    var places: [Int] = []
    var place = 0
    while text[place] != 0 {
      if UInt8(bitPattern: text[place]) & 0xC0 != 0x80 { places.append(place) }
      place += 1
    }
    return places + [place]
  }

  /// Returns the paragraphs with the measurements of their characters.
  ///
  /// - Parameters:
  ///   - costs: The extra costs of lines, by the byte offsets at which the lines begin.
  ///   - reliefs: The cost reductions of lines, by the byte offsets at which the lines begin.
  /// - Returns: The paragraphs in text order.
  func paragraphs(costs: [Int: Double], reliefs: [Int: Double]) -> [ShapedParagraph] {
    let places = characterPlaces
    let attributes = breakAttributes
    let widths = characterWidths(places)
    guard attributes.count >= places.count else { return [] }
    var found: [ShapedParagraph] = []
    let lines = lineFacts
    for first in lines.indices where lines[first].beginsParagraph {
      let own = lines[first...].dropFirst().prefix { !$0.beginsParagraph }
      let start = places.index(of: lines[first].start)
      let end = places.index(of: (own.last ?? lines[first]).end)
      let characters = start..<end
      found.append(
        ShapedParagraph(
          facts: EvenLines.Paragraph(
            widths: Array(widths[characters]),
            isBlank: characters.map { attributes[$0].is_white != 0 },
            // Pango may end a line before the space at the end of a joined range, but a balanced
            // line must not begin with white space.
            mayBegin: characters.map {
              attributes[$0].is_line_break != 0 && attributes[$0].is_white == 0
            },
            costs: characters.map { costs[places[$0]] ?? 0 } + [0],
            reliefs: characters.map { reliefs[places[$0]] ?? 0 } + [0], lines: own.count + 1),
          places: Array(places[start...end]),
          lineStarts: own.map { places.index(of: $0.start) - start }))
    }
    return found
  }

  /// Returns the widths of all characters in Pango units, including spaces at line ends.
  private func characterWidths(_ places: [Int]) -> [Double] {
    var widths = [Double](repeating: 0, count: places.count)
    guard let text = pango_layout_get_text(layout),
      let iterator = pango_layout_get_iter(layout)
    else { return widths }
    defer { pango_layout_iter_free(iterator) }
    var space = 0.0
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator), let item = run.pointee.item
      else { continue }
      let first = places.index(of: Int(item.pointee.offset))
      var own = [gint](repeating: 0, count: Int(item.pointee.num_chars))
      pango_glyph_item_get_logical_widths(run, text, &own)
      for (offset, width) in own.enumerated() where first + offset < widths.count {
        widths[first + offset] = Double(width)
        if text[places[first + offset]] == 0x20 { space = max(space, Double(width)) }
      }
    } while pango_layout_iter_next_run(iterator) != 0
    // Pango sets the width of a space at the end of a line to 0, so the width of other spaces is
    // used.
    for (character, place) in places.enumerated() where text[place] == 0x20 {
      widths[character] = max(widths[character], space)
    }
    return widths
  }
}

extension [Int] {
  /// Finds the index of a value, or of the next larger value, in an ascending array by binary
  /// search.
  fileprivate func index(of value: Int) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
