import WallfarmPluginKit

/// Arranges the days of a month in weeks.
struct MonthGrid {
  /// The type sizes of days and weekday letters, relative to the title.
  static let day = 0.58
  static let letter = 0.36
  /// The height of a row, relative to the type size of a day.
  static let row = 1.95
  /// The opacity of past days and of week numbers on a theme's own background.
  private static let past = 0.68
  /// The opacity of past days and of week numbers on a photo, where fainter numbers need dark
  /// shadows that make them look dirty.
  private static let pastOnPhoto = 0.85

  /// Returns the opacity of past days and of week numbers.
  static func past(onPhoto: Bool) -> Double { onPhoto ? pastOnPhoto : past }

  let month: CalendarSpan
  let firstWeekday: Int
  let hasWeeks: Bool

  var first: Day { month.first }
  var count: Int { month.count }

  /// The number of empty columns before the first day.
  var before: Int { (first.weekday - firstWeekday + 7) % 7 }

  var rows: Int { (before + count + 6) / 7 }

  /// All days of the month, each with its number (starting at 1) and its row and column (starting
  /// at 0).
  var days: [(day: Day, number: Int, row: Int, column: Int)] {
    (0..<count).compactMap { index in
      first.adding(index).map { ($0, index + 1, (before + index) / 7, (before + index) % 7) }
    }
  }

  /// One day for each weekday, used to name the columns.
  var week: [Day] {
    (0..<7).compactMap { first.adding($0 - before) ?? first.adding($0 - before + 7) }
  }
}

extension Sheet {
  /// Adds the letters of the weekdays, and the days below them.
  mutating func add(
    _ grid: MonthGrid, today: Day, marks: [Day: Color]
  ) throws(RenderError) {
    let (daySize, letterSize) = (size * MonthGrid.day, size * MonthGrid.letter)
    let pitch = area.width / (grid.hasWeeks ? 7.8 : 7)
    // The distance between columns must leave space for two digits and for the disc behind them.
    needs(daySize * 1.75, of: pitch)
    let start = grid.hasWeeks ? 0.8 * pitch : 0
    func center(_ column: Double) -> Double {
      let along = start + (column + 0.5) * pitch
      return isMirrored ? area.maxX - along : area.x + along
    }
    let letters = look.label(letterSize)
    for (column, day) in grid.week.enumerated() {
      let name = block(
        try context.words.day(day, .narrowWeekday), letters, alignment: .center)
      let height = try measure(name).size.height
      let frame = Rect(
        x: center(Double(column)) - pitch / 2, y: y, width: pitch, height: height)
      draw(Layer("weekday.\(column + 1)", opacity: 0.8, .text(TextContent(name, frame: frame))))
    }
    take(Size(width: area.width, height: letterSize * 1.9))
    let row = daySize * MonthGrid.row
    var dots: [(color: Color, centers: [Point])] = []
    let disc = WrittenGround(near: look.accent)
    let past = MonthGrid.past(onPhoto: context.isOnPhoto)
    for (day, number, line, column) in grid.days {
      let middle = Point(x: center(Double(column)), y: y + (Double(line) + 0.5) * row)
      let isToday = day == today
      if isToday {
        draw("today", Marks.dot(middle, radius: daySize * 0.86), fill: .color(disc.ground))
      }
      var style = look.label(daySize, isToday ? disc.ink : nil)
      // Draw past days in a lighter weight too, so that they do not have to be very faint.
      style.weight =
        isToday ? max(style.weight, 700) : day < today ? min(style.weight, 400) : style.weight
      try draw(
        "day.\(number)", try context.words.number(Double(number), .plain(decimals: 0)), style,
        at: middle, width: pitch, opacity: day < today ? past : 1, hasShadow: !isToday)
      guard let color = marks[day], !isToday else { continue }
      let center = Point(x: middle.x, y: middle.y + daySize * 0.78)
      if let index = dots.firstIndex(where: { $0.color == color }) {
        dots[index].centers.append(center)
      } else {
        dots.append((color, [center]))
      }
    }
    if grid.hasWeeks { try drawWeeks(grid, letters, row: row, pitch: pitch) }
    for (index, (color, centers)) in dots.enumerated() {
      draw(
        "marks.\(index + 1)", Marks.dots(centers, radius: daySize * 0.13), fill: .color(color))
    }
    take(Size(width: area.width, height: row * Double(grid.rows)))
  }

  private mutating func drawWeeks(
    _ grid: MonthGrid, _ style: TextStyle, row: Double, pitch: Double
  ) throws(RenderError) {
    for line in 0..<grid.rows {
      // Label each row with the ISO 8601 number of the week that contains the row's Thursday.
      let toThursday = (4 - grid.firstWeekday + 7) % 7
      guard let day = grid.first.adding(line * 7 - grid.before + toThursday) else { continue }
      let x = isMirrored ? area.maxX - 0.3 * pitch : area.x + 0.3 * pitch
      try draw(
        "week.\(line + 1)", try context.words.number(Double(day.week.number), .plain(decimals: 0)),
        style, at: Point(x: x, y: y + (Double(line) + 0.5) * row), width: pitch,
        opacity: MonthGrid.past(onPhoto: context.isOnPhoto))
    }
  }

  /// Draws a number with its ink vertically centered on a point.
  ///
  /// The number on today's disc has no shadow, because a shadow would blur the number.
  private mutating func draw(
    _ name: String, _ number: String, _ style: TextStyle, at middle: Point, width: Double,
    opacity: Double, hasShadow: Bool = true
  ) throws(RenderError) {
    let text = block(number, style, alignment: .center)
    let measured = try measure(text)
    let frame = Rect(
      x: middle.x - width / 2, y: middle.y - measured.ink.midY, width: width,
      height: measured.size.height)
    draw(
      Layer(
        name, opacity: opacity,
        .text(
          TextContent(
            text, frame: frame, shadow: hasShadow ? look.shadow(style.size) : nil))))
  }
}
