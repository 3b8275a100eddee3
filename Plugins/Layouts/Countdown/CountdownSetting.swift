import WallfarmPluginKit

/// Typesets the dates at a given size of the large number, which determines all other sizes.
struct CountdownSetting {
  private let dates: [UpcomingDate]
  private let look: CountdownLook
  private let context: ComposeContext
  private let now: Now
  private let area: Rect
  /// Whether all rows start on the right.
  private let isMirrored: Bool

  init(
    _ dates: [UpcomingDate], _ look: CountdownLook, _ context: ComposeContext, _ now: Now
  ) throws(RenderError) {
    (self.dates, self.look, self.context, self.now) = (dates, look, context, now)
    area = look.area(in: context, hasRows: dates.count > 1)
    isMirrored = try context.isMirrored(by: dates.map(\.entry.title), in: look.titleStyle(100))
  }

  /// The type sizes of titles and small print, relative to the large number.
  static let title = 0.28
  static let small = 0.165

  /// Returns the largest size of the number at which everything fits, or nil if nothing fits even
  /// at the smallest size.
  func largestSize() throws(RenderError) -> Double? {
    // The minimum size applies to the smallest type, which is the small print.
    let sizes = TypeSizes(
      smallest: look.minSize * context.typeScale / Self.small,
      largest: max(look.maxSize, look.minSize / Self.small) * context.typeScale)
    let words = dates[0].entry.title.unbreakableWords
    return try sizes.largest { (size) throws(RenderError) in
      for word in words {
        let block = block(word, look.titleStyle(size * Self.title))
        let width = try context.measurer.measure(block, width: nil).size.width
        if width > area.width { return .tooMuch(guess: width / area.width) }
      }
      let (parts, height) = try parts(size)
      let share = try parts.map { (part) throws(RenderError) in try self.share(of: part) }.max()
      if let share, share > 1 { return .tooMuch(guess: share) }
      return RoomTaken(height, of: area.height)
    }
  }

  /// Returns the fraction of the available width that a text occupies.
  ///
  /// Returns 0 if the text has only characters below U+0800, which are narrow.
  private func share(of part: Part) throws(RenderError) -> Double {
    let (block, width) = (part.text.block, part.text.frame.width)
    guard block.text.utf8.contains(where: { $0 >= 0xE0 }) else { return 0 }
    let measured = try context.measurer.measure(block, width: width)
    return measured.share(of: width, typeSize: block.style.size)
  }

  func arrangement(at size: Double) throws(RenderError) -> Arrangement {
    let (parts, height) = try parts(size)
    let top = look.top(of: height, in: area)
    let layers = parts.map { part in
      var text = part.text
      text.frame.y += top
      text.shadow = look.shadow(text.block.style.size)
      return Layer(part.name, .text(text))
    }
    let widest = parts.map(\.width).max() ?? 0
    return Arrangement(
      layers: layers, fontSize: size,
      room: look.room(for: Size(width: widest, height: height), in: context))
  }

  private struct Part {
    let name: String
    var text: TextContent
    /// The width of the widest line.
    let width: Double
  }

  /// Returns all parts from top to bottom, starting at y = 0.
  private func parts(_ size: Double) throws(RenderError) -> (parts: [Part], height: Double) {
    var (parts, y) = try first(size)
    let rowSize = size * Self.small * 1.15
    for (index, date) in dates.enumerated().dropFirst() {
      y += rowSize * (index == 1 ? 1.9 : 0.75)
      let (row, height) = try row(date, rowSize, at: y)
      parts += row
      y += height
    }
    return (parts, y)
  }

  /// Returns the parts of the first date, stacked in a column: number, unit, title and day.
  private func first(_ size: Double) throws(RenderError) -> ([Part], Double) {
    let date = dates[0]
    let name = "date.\(date.number)"
    let words = try count(date)
    var parts: [Part] = []
    var y = 0.0
    func add(_ part: String, _ text: String, _ style: TextStyle, gap: Double) throws(RenderError) {
      guard !text.isEmpty else { return }
      if !parts.isEmpty { y += gap }
      var block = block(text, style)
      let measured = try context.measurer.measure(block, width: area.width)
      let size = measured.size
      if block.direction == .automatic {
        // Digits have no text direction of their own, so they take the direction of the rows.
        block.direction =
          text.contains(where: \.isLetter)
          ? measured.direction : isMirrored ? .rightToLeft : .leftToRight
      }
      let frame = Rect(x: area.x, y: y, width: area.width, height: size.height)
      parts.append(
        Part(
          name: "\(name).\(part)",
          text: TextContent(
            block.standing(block.direction, isMirrored: isMirrored), frame: frame),
          width: size.width))
      y += size.height
    }
    let small = size * Self.small
    let color = date.entry.color
    try add("count", words.number, try numberStyle(words.number, size, color), gap: 0)
    try add(
      "unit", words.unit, look.smallStyle(small, color), gap: -size * 0.12)
    try add("title", date.entry.title, look.titleStyle(size * Self.title), gap: small * 0.9)
    try add("day", try day(of: date), look.smallStyle(small), gap: small * 0.25)
    return (parts, y)
  }

  /// Returns a row for a later date, with its title on one side and its distance from today on the
  /// other side.
  private func row(
    _ date: UpcomingDate, _ size: Double, at y: Double
  ) throws(RenderError) -> ([Part], Double) {
    let words = try count(date)
    let far = [words.number, words.unit].filter { !$0.isEmpty }.joined(separator: "\u{A0}")
    var count = block(far, look.smallStyle(size, date.entry.color))
    count.alignment = .end
    var title = block(date.entry.title, look.rowStyle(size))
    title.alignment = .start
    let farWidth = try context.measurer.measure(count, width: nil).size.width.rounded(.up) + 1
    let gap = size
    let titleWidth = max(area.width - farWidth - gap, area.width * 0.4)
    let measured = try context.measurer.measure(title, width: titleWidth)
    let countWidth = area.width - titleWidth - gap
    let countSize = try context.measurer.measure(count, width: countWidth)
    // Place both texts on one baseline, which is the lower of their two baselines.
    let base = max(measured.firstBaseline, countSize.firstBaseline)
    let titleFrame = Rect(
      x: isMirrored ? area.maxX - titleWidth : area.x, y: y + base - measured.firstBaseline,
      width: titleWidth, height: measured.size.height)
    let countFrame = Rect(
      x: isMirrored ? area.x : area.maxX - countWidth, y: y + base - countSize.firstBaseline,
      width: countWidth, height: countSize.size.height)
    // Align all titles to one side and all counts to the other side, regardless of their scripts.
    title = title.standing(measured.direction, isMirrored: isMirrored)
    count = count.standing(countSize.direction, isMirrored: isMirrored)
    let name = "date.\(date.number)"
    return (
      [
        Part(
          name: name + ".title", text: TextContent(title, frame: titleFrame),
          width: measured.size.width + gap + farWidth),
        Part(name: name + ".count", text: TextContent(count, frame: countFrame), width: farWidth),
      ], max(titleFrame.maxY, countFrame.maxY) - y
    )
  }

  /// Returns the style of the large number, with a smaller size if a word such as `Today` is too
  /// wide.
  private func numberStyle(
    _ text: String, _ size: Double, _ color: Color?
  ) throws(RenderError) -> TextStyle {
    var style = look.numberStyle(size, color)
    let width = try context.measurer.measure(block(text, style), width: nil).size.width
    if width > area.width { style.size = (size * area.width / width * 0.99).rounded(.down) }
    return style
  }

  /// Returns the distance of a date from today; a single word, such as `Today`, replaces the
  /// number.
  private func count(_ date: UpcomingDate) throws(RenderError) -> CountedWords {
    guard date.days != 0 else {
      return CountedWords(number: try context.words.relativeDay(0).withCapital, unit: "")
    }
    let words = try context.words.days(abs(date.days))
    return words.number.isEmpty ? CountedWords(number: words.unit, unit: "") : words
  }

  /// Returns the day in words, with the year if it is not the current year, and with the time if
  /// the date has one.
  private func day(of date: UpcomingDate) throws(RenderError) -> String {
    let isThisYear = try context.words.span(.year, of: now.day, ahead: 0)?.contains(date.day)
    let form = isThisYear == true ? DayForm.weekdayDayMonth : .dayMonthYear
    guard let time = now.time(of: date.entry.date) else {
      return try context.words.day(date.day, form)
    }
    return try context.words.day(date.day, at: time, form)
  }

  private func block(_ text: String, _ style: TextStyle) -> TextBlock {
    TextBlock(
      text, style: style, alignment: look.alignment, direction: context.direction,
      language: context.language, breaking: .even)
  }
}

extension String {
  /// The string with a capitalized first letter.
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
