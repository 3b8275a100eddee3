public import WallfarmPluginKit

/// On which days something was done: a square for each, and how many days it has lasted.
public struct HabitGrid: LayoutPlugin {
  /// `habit-grid`.
  public static let id = "habit-grid"
  /// The first.
  public static let version = 1
  /// One line for lists.
  public static let summary = "A square for each day on which something was done, and the streak."
  /// All parameters.
  public static let schema = keys.schema(with: weeks)
  /// Habits, and nothing without them.
  public static let content = [ContentUse(.habits, isNeeded: true)]
  /// It marks today.
  public static let timePrecision: TimePrecision? = .day

  private static let weeks = Parameter.integer(
    "weeks", in: 3...53, default: 13, summary: "How many weeks are shown, this one last.")
  private static let keys = LayoutKeys(
    largest: 40, emptyText: "No habit yet")

  private let weeks: Int
  private let look: LayoutLook

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    weeks = try values.value(of: Self.weeks)
    look = try LayoutLook(Self.keys, values)
  }

  /// All habits, as large as they fit into the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let habits = (context.content[.habits] ?? []).enumerated().compactMap {
      Habit($0.element, number: $0.offset + 1)
    }
    guard !habits.isEmpty else { return try look.nothing(in: context) }
    let week = Week(today: now.day, firstWeekday: try context.words.firstWeekday())
    return try look.arrangement(
      of: habits.count, .habits, smallest: HabitGrid.small, in: context, widest: 400,
      titles: habits.map(\.name)
    ) { (sheet, shown) throws(RenderError) in
      // Squares share what the words leave, so that many habits have smaller ones.
      for habit in habits.prefix(shown) {
        sheet.space(sheet.size * 0.9)
        try sheet.add(habit, week, weeks: weeks, share: shown)
      }
    }
  }

  /// Height of all squares, of that of the sheet, where their width would let them be higher.
  static let squares = 0.66
  /// Size of the streak, of that of the name.
  static let small = 0.62
}

/// Something that is done on many days.
struct Habit {
  let name: String
  let days: Set<Day>
  /// Its place in the content, from 1.
  let number: Int

  init?(_ entry: ContentEntry, number: Int) {
    guard let name = entry.text("name"), case .days(let days)? = entry["days"] else { return nil }
    (self.name, self.days, self.number) = (name, Set(days), number)
  }

  /// Days one after the other until today; today itself need not be done yet.
  func streak(until today: Day) -> Int {
    var day: Day? = days.contains(today) ? today : today.adding(-1)
    var count = 0
    while let done = day, days.contains(done) {
      count += 1
      day = done.adding(-1)
    }
    return count
  }
}

/// This week.
struct Week {
  let today: Day
  let firstWeekday: Int

  /// Days since the week began, 0…6.
  var passed: Int { (today.weekday - firstWeekday + 7) % 7 }

  /// The day in a column that is so many weeks before this one; nil before all calendars.
  func day(row: Int, weeksAgo: Int) -> Day? { today.adding(row - passed - weeksAgo * 7) }
}

extension Sheet {
  /// The name with its streak on the far side, and the squares below.
  fileprivate mutating func add(
    _ habit: Habit, _ week: Week, weeks: Int, share: Int
  ) throws(RenderError) {
    let name = "habit.\(habit.number)"
    let streak = try context.words.days(habit.streak(until: week.today))
    let words = [streak.number, streak.unit].filter { !$0.isEmpty }.joined(separator: "\u{A0}")
    try addRow(
      name, block(habit.name, look.title(size)), block(words, look.label(size * HabitGrid.small)),
      gap: 0, names: ("name", "streak"))
    space(size * 0.4)
    // As wide as the sheet; of its height the squares of all habits leave a part to their names.
    let high = area.height * HabitGrid.squares / Double(share) / 7
    let pitch = min(area.width / Double(weeks), high)
    let side = pitch * 0.68
    var squares: [Kind: [PathElement]] = [:]
    for ago in 0..<weeks {
      let along = Double(weeks - 1 - ago) * pitch
      let x = isMirrored ? area.maxX - along - side : area.x + along
      for row in 0..<7 {
        guard let day = week.day(row: row, weeksAgo: ago), day <= week.today else { continue }
        let kind: Kind =
          habit.days.contains(day) ? .done : day == week.today ? .today : .missed
        let square = Rect(x: x, y: y + Double(row) * pitch, width: side, height: side)
        squares[kind, default: []] += Marks.roundedRect(square, radius: side * 0.26)
      }
    }
    draw("\(name).missed", squares[.missed], fill: look.track)
    draw("\(name).done", squares[.done], fill: look.accent)
    if let today = squares[.today] {
      draw(
        "\(name).today", .path(today), fill: .color(look.track),
        stroke: Stroke(color: look.accent, width: side * 0.12))
    }
    take(Size(width: pitch * Double(weeks), height: 7 * pitch - (pitch - side)))
  }

  private enum Kind { case done, missed, today }

  private mutating func draw(_ name: String, _ path: [PathElement]?, fill: Color) {
    guard let path else { return }
    draw(name, .path(path), fill: .color(fill))
  }
}
