import WallfarmPluginKit

/// Dots of a stretch of time.
struct DotSpan {
  /// How many there are.
  let count: Int
  /// Those that are over; the next one is now, if there is one.
  let past: Int
  /// Those that are marked.
  let marked: Set<Int>
  /// How many stand in a row; nil: as many as fill the room best.
  let columns: Int?
  let title: Title

  enum Title {
    case year(Day)
    case years(Day, Day)
  }

  /// The days of a year in any calendar.
  static func year(_ year: CalendarSpan, today: Day, marked: Set<Day>) -> DotSpan {
    DotSpan(
      count: year.count, past: today.number - year.first.number,
      marked: Set(marked.filter(year.contains).map { $0.number - year.first.number }),
      columns: nil, title: .year(year.first))
  }

  /// The weeks of a life: 52 in a row, so that each row is about a year.
  static func life(from birth: Day, years: Int, at today: Day, marked: Set<Day>) -> DotSpan {
    let count = years * 52
    // A year has a day or two more than 52 weeks: the last week of each is a little longer.
    func index(_ day: Day) -> Int {
      let birthday = (birth.month, birth.day)
      let isBefore = (day.month, day.day) < birthday
      let age = day.year - birth.year - (isBefore ? 1 : 0)
      let year = day.year - (isBefore ? 1 : 0)
      // Somebody born on 29 February is a year older on 1 March.
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

  /// How much is over, 0…1; now is a part of it where that is asked for.
  func share(withToday: Bool) -> Double {
    Double(min(past + (withToday ? 1 : 0), count)) / Double(count)
  }

  /// `2026`, `1990–2070` on one line.
  func name(_ words: any LanguageWords) throws(RenderError) -> String {
    switch title {
    case .year(let day): try words.day(day, .year)
    case .years(let first, let last):
      [try words.day(first, .year), try words.day(last, .year)].joined(
        separator: "\u{2060}–\u{2060}")
    }
  }

  /// Columns with which the dots are largest in an area.
  func columns(in size: Size) -> Int {
    if let columns { return columns }
    // Of all numbers of columns the one with the largest distance; fewer than seven look like a bar.
    return (7...max(7, min(count, 60))).max { one, other in
      pitch(columns: one, in: size) < pitch(columns: other, in: size)
    } ?? 7
  }

  /// How wide the dots are together.
  func width(in size: Size) -> Double {
    let columns = columns(in: size)
    return pitch(columns: columns, in: size) * Double(columns)
  }

  /// From one dot to the next.
  func pitch(columns: Int, in size: Size) -> Double {
    let rows = (count + columns - 1) / columns
    return min(size.width / Double(columns), size.height / Double(rows))
  }
}

extension Sheet {
  /// All dots in a block of a height.
  mutating func add(_ span: DotSpan, height: Double) {
    let room = Size(width: area.width, height: max(height, 1))
    let columns = span.columns(in: room)
    let pitch = span.pitch(columns: columns, in: room)
    let rows = (span.count + columns - 1) / columns
    // A gap of a half of a dot.
    let radius = pitch / 3
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
    draw("past", (0..<span.past).filter { !span.marked.contains($0) }, look.color)
    draw(
      "ahead", (span.past..<span.count).filter { $0 != span.past && !span.marked.contains($0) },
      look.track)
    let others = span.marked.subtracting([span.past]).sorted().map(center)
    if !others.isEmpty {
      self.draw(
        "marked", Marks.dots(others, radius: radius * 0.8),
        stroke: Stroke(color: look.accent, width: radius * 0.5))
    }
    if span.past < span.count { draw("now", [span.past], look.accent, larger: 1.25) }
    take(Size(width: width, height: pitch * Double(rows)))
  }
}
