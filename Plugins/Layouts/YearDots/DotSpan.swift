import WallfarmPluginKit

/// The dots that represent a period.
struct DotSpan {
  /// The number of dots.
  let count: Int
  /// The number of past dots; the next dot is the current dot.
  let past: Int
  /// The indices of marked dots.
  let marked: Set<Int>
  /// The number of dots per row; nil for the number that makes the dots largest.
  let columns: Int?
  let title: Title

  enum Title {
    case year(Day)
    case years(Day, Day)
  }

  /// The dots for the days of a year in any calendar.
  static func year(_ year: CalendarSpan, today: Day, marked: Set<Day>) -> DotSpan {
    DotSpan(
      count: year.count, past: today.number - year.first.number,
      marked: Set(marked.filter(year.contains).map { $0.number - year.first.number }),
      columns: nil, title: .year(year.first))
  }

  /// The dots for the weeks of a life; each row has 52 dots and represents a year of life.
  static func life(from birth: Day, years: Int, at today: Day, marked: Set<Day>) -> DotSpan {
    let count = years * 52
    // The last week in a year of life has one or two extra days.
    func index(_ day: Day) -> Int {
      let birthday = (birth.month, birth.day)
      let isBefore = (day.month, day.day) < birthday
      let age = day.year - birth.year - (isBefore ? 1 : 0)
      let year = day.year - (isBefore ? 1 : 0)
      // Someone born on February 29 becomes a year older on March 1.
      let last =
        Day(year: year, month: birth.month, day: birth.day) ?? Day(year: year, month: 3, day: 1)
      let days = day.number - (last?.number ?? day.number)
      return age * 52 + min(max(days, 0) / 7, 51)
    }
    return DotSpan(
      count: count, past: min(max(index(today), 0), count),
      marked: Set(marked.map(index).filter { (0..<count).contains($0) }), columns: 52,
      title: .years(birth, Day(year: birth.year + years, month: 3, day: 1) ?? birth))
  }

  /// The fraction of the period that is past, from 0 to 1, optionally including the current dot.
  func share(withToday: Bool) -> Double {
    Double(min(past + (withToday ? 1 : 0), count)) / Double(count)
  }

  /// The name of the period on one line: `2026`, `1990–2070`.
  func name(_ words: any LanguageWords) throws(RenderError) -> String {
    switch title {
    case .year(let day): try words.day(day, .year)
    case .years(let first, let last):
      [try words.day(first, .year), try words.day(last, .year)].joined(
        separator: "\u{2060}–\u{2060}")
    }
  }

  /// The number of dots per row: the fixed number, or else the number that makes the dots largest.
  func columns(in size: Size) -> Int {
    if let columns { return columns }
    // Use at least seven columns, because a block with fewer columns looks like a bar.
    return (7...max(7, min(count, 60))).max { one, other in
      pitch(columns: one, in: size) < pitch(columns: other, in: size)
    } ?? 7
  }

  /// The total width of the dots.
  func width(in size: Size) -> Double {
    let columns = columns(in: size)
    return pitch(columns: columns, in: size) * Double(columns)
  }

  /// The distance between adjacent dots.
  func pitch(columns: Int, in size: Size) -> Double {
    let rows = (count + columns - 1) / columns
    return min(size.width / Double(columns), size.height / Double(rows))
  }
}

extension Sheet {
  /// Adds all dots in a block that is at most as high as a given height.
  mutating func add(_ span: DotSpan, height: Double) {
    let room = Size(width: area.width, height: max(height, 1))
    let columns = span.columns(in: room)
    let pitch = span.pitch(columns: columns, in: room)
    let rows = (span.count + columns - 1) / columns
    // The gap is half of the diameter; small dots are closer together, because they would otherwise
    // look gray.
    let radius = pitch * (pitch < Sheet.smallPitch * context.typeScale ? 0.42 : 1.0 / 3)
    let width = pitch * Double(columns)
    let left = area.midX - width / 2
    func center(_ index: Int) -> Point {
      let along = (Double(index % columns) + 0.5) * pitch
      return Point(
        x: isMirrored ? left + width - along : left + along,
        y: y + (Double(index / columns) + 0.5) * pitch)
    }
    func draw(_ name: String, _ dots: some Sequence<Int>, _ color: Color, larger: Double = 1) {
      let centers = dots.map(center)
      guard !centers.isEmpty else { return }
      self.draw(name, Marks.dots(centers, radius: radius * larger), fill: .color(color))
    }
    let ahead = look.color.opacity(0.2)
    draw("past", (0..<span.past).filter { !span.marked.contains($0) }, look.color)
    draw(
      "ahead", (span.past..<span.count).filter { $0 != span.past && !span.marked.contains($0) },
      ahead)
    let others = span.marked.subtracting([span.past]).sorted().map(center)
    if !others.isEmpty {
      self.draw(
        "marked", Marks.dots(others, radius: radius * 0.8),
        stroke: Stroke(color: look.accent, width: radius * 0.5))
    }
    // Make the current dot easy to find, even among thousands of dots.
    let least = Sheet.smallestNow * context.typeScale / radius
    if span.past < span.count { draw("now", [span.past], look.accent, larger: max(1.25, least)) }
    take(Size(width: width, height: pitch * Double(rows)))
  }

  /// The pitch below which the gaps between dots are smaller, and the minimum radius of the current
  /// dot, in points on a phone.
  private static let smallPitch = 6.0
  private static let smallestNow = 3.0
}
