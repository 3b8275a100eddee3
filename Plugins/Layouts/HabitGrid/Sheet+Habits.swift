import WallfarmPluginKit

/// The position of the habit squares: below the names, or next to them.
///
/// The squares are as large as the area allows, regardless of the type size.
struct HabitRows {
  let weeks: Int
  let isBeside: Bool
  /// The horizontal and vertical distances between adjacent squares.
  let pitch: Size
  /// The gap between habits.
  let gap: Double

  init(of count: Int, weeks: Int, in sheet: Sheet) {
    self.weeks = weeks
    let area = sheet.area
    let column = area.width / Double(weeks)
    let high = area.height / Double(count)
    let below = min(column, high * HabitRows.below / 7)
    let beside = min(
      column * (sheet.context.isTablet ? HabitRows.besideOnTablets : HabitRows.beside),
      high * HabitRows.height / 7)
    isBeside = count > 1 && beside > below
    gap = isBeside ? high * (1 - HabitRows.height) : sheet.size * 0.9
    // If the squares are below a name, let them be wider than they are tall, so that they end where
    // the streak text ends.
    pitch =
      isBeside
      ? Size(width: beside, height: beside)
      : Size(width: min(column, below * HabitRows.wide), height: below)
  }

  /// The size of the drawn part of each square.
  var square: Size {
    let gap = min(pitch.width, pitch.height) * 0.3
    return Size(width: pitch.width - gap, height: pitch.height - gap)
  }

  /// The total size of a habit's squares.
  var size: Size {
    Size(
      width: pitch.width * Double(weeks - 1) + square.width,
      height: pitch.height * 6 + square.height)
  }

  /// The maximum height of the squares below a name, as a fraction of the height available to the
  /// habit.
  private static let below = 0.66
  /// The maximum width and height of the squares next to names, as fractions of the width and
  /// height of a row.
  private static let beside = 0.6
  private static let besideOnTablets = 0.66
  private static let height = 0.82
  /// The maximum width of a square, relative to its height.
  private static let wide = 1.4
}

extension Sheet {
  /// Adds habits from the top down.
  mutating func add(
    _ habits: ArraySlice<Habit>, _ week: Week, _ rows: HabitRows
  ) throws(RenderError) {
    needs(Sheet.smallestSquare * context.typeScale, of: rows.square.height)
    // If the squares are next to the text, limit the type size, because larger type would dominate
    // the squares.
    if rows.isBeside { needs(size, of: Sheet.largestName * context.typeScale) }
    for habit in habits {
      space(rows.gap)
      if rows.isBeside {
        try addBeside(habit, week, rows)
      } else {
        try addAbove(habit, week, rows)
      }
    }
  }

  /// The minimum height of a square and the maximum type size next to squares, in points on a
  /// phone.
  private static let smallestSquare = 3.5
  private static let largestName = 30.0

  /// Adds the name and the streak on opposite sides, with the squares below them.
  private mutating func addAbove(
    _ habit: Habit, _ week: Week, _ rows: HabitRows
  ) throws(RenderError) {
    try addRow(
      habit.id, block(habit.name, look.title(size)), try streak(of: habit, week), gap: 0,
      names: ("name", "streak"))
    space(size * 0.4)
    draw(habit, week, rows, x: isMirrored ? area.maxX - rows.size.width : area.x, y: y)
    take(rows.size)
  }

  /// Adds the name and the streak on one side, with the squares on the other side.
  private mutating func addBeside(
    _ habit: Habit, _ week: Week, _ rows: HabitRows
  ) throws(RenderError) {
    let between = max(size * 0.6, rows.pitch.width)
    let width = area.width - rows.size.width - between
    let column = Rect(x: isMirrored ? area.maxX - width : area.x, y: y, width: width, height: 0)
    func words(_ frame: Rect) throws(RenderError) -> Sheet {
      var words = part(frame)
      try words.add("\(habit.id).name", words.block(habit.name, look.title(size)))
      var streak = try streak(of: habit, week)
      if streak.direction == .automatic {
        streak = streak.reading(isMirrored ? .rightToLeft : .leftToRight)
      }
      try words.add("\(habit.id).streak", streak, gap: size * 0.08)
      return words
    }
    let own = try words(column)
    let height = max(own.height, rows.size.height)
    // Lay out the text again, so that it is vertically centered on the squares.
    append(try words(column.offset(y: (height - own.height) / 2)))
    draw(
      habit, week, rows, x: isMirrored ? area.x : area.maxX - rows.size.width,
      y: y + (height - rows.size.height) / 2)
    take(Size(width: area.width, height: height))
  }

  /// Returns the streak in small print, such as `12 days`.
  private func streak(of habit: Habit, _ week: Week) throws(RenderError) -> TextBlock {
    let streak = try context.words.days(habit.streak(until: week.today))
    let words = [streak.number, streak.unit].filter { !$0.isEmpty }.joined(separator: "\u{A0}")
    return block(words, look.label(max(size * 0.62, look.minSize * context.typeScale)))
  }

  /// Draws a column of squares for each week; the current week is last.
  private mutating func draw(
    _ habit: Habit, _ week: Week, _ rows: HabitRows, x: Double, y: Double
  ) {
    let (pitch, square) = (rows.pitch, rows.square)
    let radius = min(square.width, square.height) * 0.26
    var squares: [Kind: [PathElement]] = [:]
    for ago in 0..<rows.weeks {
      let along = Double(rows.weeks - 1 - ago) * pitch.width
      let left = isMirrored ? x + rows.size.width - along - square.width : x + along
      for row in 0..<7 {
        guard let day = week.day(row: row, weeksAgo: ago), day <= week.today else { continue }
        let kind: Kind =
          habit.days.contains(day) ? .done : day == week.today ? .today : .missed
        let frame = Rect(
          x: left, y: y + Double(row) * pitch.height, width: square.width, height: square.height)
        squares[kind, default: []] += Marks.roundedRect(frame, radius: radius)
      }
    }
    draw("\(habit.id).missed", squares[.missed], fill: look.track)
    draw("\(habit.id).done", squares[.done], fill: look.accent)
    if let today = squares[.today] {
      draw(
        "\(habit.id).today", .path(today), fill: .color(look.track),
        stroke: Stroke(color: look.accent, width: min(square.width, square.height) * 0.12))
    }
  }

  private enum Kind { case done, missed, today }

  private mutating func draw(_ name: String, _ path: [PathElement]?, fill: Color) {
    guard let path else { return }
    draw(name, .path(path), fill: .color(fill))
  }
}
