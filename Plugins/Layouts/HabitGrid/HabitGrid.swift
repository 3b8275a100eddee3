public import WallfarmPluginKit

/// A layout of habits: a square for each day, and the current streak.
public struct HabitGrid: LayoutPlugin {
  /// The identifier, `habit-grid`.
  public static let id = "habit-grid"
  /// The first version.
  public static let version = 1
  /// The one-line summary for lists.
  public static let summary = "A square for each day on which something was done, and the streak."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: weeks)
  /// The content: habits, which are required.
  public static let content = [ContentUse(.habits, isNeeded: true)]
  /// Days, because today is marked.
  public static let timePrecision: TimePrecision? = .day

  private static let weeks = Parameter.integer(
    "weeks", in: 3...53, default: 13, summary: "How many weeks are shown, this one last.")
  private static let keys = LayoutKeys(
    largest: 40, emptyText: "No habit yet")

  private let weeks: Int
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    weeks = try values.value(of: Self.weeks)
    look = try LayoutLook(Self.keys, values)
  }

  /// All habits at the largest size that fits the free area.
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
      // Squares share the height that the words leave, so they are smaller for many habits.
      for habit in habits.prefix(shown) {
        sheet.space(sheet.size * 0.9)
        try sheet.add(habit, week, weeks: weeks, share: shown)
      }
    }
  }

  /// Maximum height of all squares, as a share of the height of the sheet.
  static let squares = 0.66
  /// The type size of the streak, relative to the name.
  static let small = 0.62
}

/// A habit and the days on which it was performed.
struct Habit {
  let name: String
  let days: Set<Day>
  /// The index in the content, from 1.
  let number: Int

  init?(_ entry: ContentEntry, number: Int) {
    guard let name = entry.text("name"), case .days(let days)? = entry["days"] else { return nil }
    (self.name, self.days, self.number) = (name, Set(days), number)
  }

  /// The number of consecutive days until today; today itself may be missing.
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

/// The current week.
struct Week {
  let today: Day
  let firstWeekday: Int

  /// The days since the start of the week, from 0 to 6.
  var passed: Int { (today.weekday - firstWeekday + 7) % 7 }

  /// The day of a row in an earlier week; nil if it is outside the calendar.
  func day(row: Int, weeksAgo: Int) -> Day? { today.adding(row - passed - weeksAgo * 7) }
}

extension Sheet {
  /// Adds the name, with its streak on the other side, and the squares below.
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
    // As wide as the sheet, but limited in height to leave room for the names.
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
