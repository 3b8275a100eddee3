/// Rows of text below one another, at the largest type size at which they fit.

/// A note, or a text such as "+3 more", whose number is 0.
struct Row {
  enum Circle { case none, open, ticked }

  var name: String
  var text: String
  var number = 0
  var circle = Circle.none
  var isFaded = false

  // Set by Column.fit.
  var block = Block(spans: [], style: Style(family: "", color: ""))
  var height = 0.0, firstBaseline = 0.0, lastBaseline = 0.0
  var lines = 0
  var direction = "ltr"
  var isClipped = false
  var isRightToLeft: Bool { direction == "rtl" }
}

/// Rows in an area.
struct Column {
  private(set) var rows: [Row]
  let area: Rect
  let style: Style
  /// Relative to the type size, as is the gap.
  let indent: Double
  let relativeGap: Double
  let context: Plugin.Context
  let host: Host

  // Set by fit.
  private(set) var size = 0.0, height = 0.0
  private(set) var isMirrored = false
  var gap: Double { relativeGap * size }
  var textWidth: Double { area.width - indent * size }

  /// The factor from one type size to the next smaller one.
  private static let step = 0.96
  /// The minimum width of a line, relative to the smallest type size.
  private static let narrowest = 3.0
  /// The maximum width of a text that stays on one line, relative to the type size.
  private static let short = 9.0

  init(
    _ rows: [Row], in area: Rect, style: Style, indent: Double, gap: Double,
    _ context: Plugin.Context, _ host: Host
  ) {
    (self.rows, self.area, self.style, self.indent) = (rows, area, style, indent)
    (relativeGap, self.context, self.host) = (gap, context, host)
  }

  /// Measures the rows at the largest size at which they fit, and returns warnings.
  mutating func fit(
    smallest: Double, largest: Double, moreText: String
  ) throws -> [Warning] {
    guard smallest <= largest else {
      throw Refusal(
        message: "'min-size' is larger than 'max-size'", code: "invalid-parameter",
        hint: "lower min-size, or raise max-size", parameter: "min-size")
    }
    size = smallest
    guard textWidth >= Column.narrowest * smallest else {
      throw Refusal(message: "the screen is too narrow for a list", code: "notes-do-not-fit")
    }
    size = try largestSizeOfWords(smallest, largest)
    try measure()
    while isTooHigh && size > smallest {
      size = max(smallest, size * Column.step)
      try measure()
    }

    // If the notes do not fit at the smallest size, 'overflow' states whether they may be shortened
    // or omitted.
    let count = rows.count
    var shown = count
    if context.overflow == "shorten" || context.overflow == "more" { try shorten() }
    if context.overflow == "more" { shown = try hide(moreText) }
    guard !isTooHigh else {
      throw Refusal(
        message: "the notes do not fit, even at the smallest type size", code: "notes-do-not-fit",
        hint: "shorten the notes, or lower min-size")
    }
    return warnings(hidden: count - shown)
  }

  private var isTooHigh: Bool { height > area.height }

  /// Returns the largest size at which no line ends inside a word or a short text.
  private mutating func largestSizeOfWords(
    _ smallest: Double, _ largest: Double
  ) throws -> Double {
    size = largest
    let widths = try host.measure(rows.map { block(of: $0) }).map { $0.size.width / largest }
    let short = widths.filter { $0 <= Column.short }.max() ?? 0
    // The width of text is proportional to its size.
    let largest = max(smallest, min(largest, area.width / (short + indent)))
    do {
      let fitted = try host.fit(
        FitRequest(
          text: rows.map(\.text).joined(separator: "\n"), style: style,
          width: area.width - indent * largest, height: 1_000_000, smallest: smallest,
          largest: largest))
      return fitted.block.style.size ?? smallest
    } catch let refusal as Refusal where refusal.code == "text-does-not-fit" {
      // A word that is too wide at every size is broken. Other errors are for the user.
      return smallest
    }
  }

  /// Measures all rows in one request.
  private mutating func measure(lineLimit: Int? = nil) throws {
    let blocks = rows.map { block(of: $0, lineLimit: lineLimit) }
    height = gap * Double(rows.count - 1)
    for (index, measured) in try host.measure(blocks, width: textWidth).enumerated() {
      height += measured.size.height
      rows[index].block = blocks[index]
      rows[index].height = measured.size.height
      rows[index].lines = measured.lines.count
      rows[index].firstBaseline = measured.lines.first?.baseline ?? 0
      rows[index].lastBaseline = measured.lines.last?.baseline ?? 0
      rows[index].direction = measured.direction
      rows[index].isClipped = measured.isClipped
    }
    // All rows are aligned to the side at which most of them begin.
    isMirrored = 2 * rows.count(where: \.isRightToLeft) > rows.count
    for index in rows.indices where rows[index].isRightToLeft != isMirrored {
      rows[index].block.alignment = "end"
    }
  }

  /// The text of a row, in the form that requests and layers have.
  private func block(of row: Row, lineLimit: Int? = nil) -> Block {
    var style = style
    style.size = size
    return Block(
      spans: [Span(text: row.text)], style: style, direction: context.direction,
      language: context.language, lineLimit: row.number > 0 ? lineLimit : nil, breaking: "even")
  }

  /// Limits the number of lines of each note, until the rows fit.
  private mutating func shorten() throws {
    for lineLimit in [3, 2, 1] where isTooHigh { try measure(lineLimit: lineLimit) }
  }

  /// Replaces the last rows by a row with their number, and returns how many rows remain.
  private mutating func hide(_ moreText: String) throws -> Int {
    let all = rows
    var shown = all.count
    while isTooHigh && shown > 1 {
      // Each note has one line now, so this estimate is hardly ever too high.
      let estimate = Int(Double(shown) * area.height / height)
      shown = max(1, min(estimate, shown - 1))
      let count = String(all.count - shown)
      let text = moreText.replacing("{count}", with: count, maxReplacements: 1)
      rows = all.prefix(shown) + [Row(name: "more", text: text, isFaded: true)]
      try measure(lineLimit: 1)
    }
    return shown
  }

  /// A picture that does not show a note completely must say so.
  private func warnings(hidden: Int) -> [Warning] {
    let shortened = rows.count(where: \.isClipped)
    var warnings: [Warning] = []
    if shortened > 0 {
      let message = "notes that do not fit and end in '…': \(shortened)"
      warnings.append(Warning(code: "notes-shortened", message: message))
    }
    if hidden > 0 {
      let message = "notes that do not fit and are counted in the last line: \(hidden)"
      warnings.append(Warning(code: "notes-hidden", message: message))
    }
    return warnings
  }
}
