public import WallfarmPluginKit

/// A layout of habits, each with a square for every day and the current streak.
public struct HabitGrid: LayoutPlugin {
  /// The identifier, `habit-grid`.
  public static let id = "habit-grid"
  /// The version; since version 2, the names of several habits are next to their squares.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "A grid with a square for each day, and the current streak."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: weeks)
  /// The content that the layout uses: habits, which are required.
  public static let content = [ContentUse(.habits, isNeeded: true)]
  /// The precision is one day, because the layout marks today.
  public static let timePrecision: TimePrecision? = .day

  private static let weeks = Parameter.integer(
    "weeks", in: 3...53, default: 13,
    summary: "Number of weeks to show, including the current week.")
  private static let keys = LayoutKeys(
    largest: 40, emptyText: "No habit yet")

  private let weeks: Int
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    weeks = try values.value(of: Self.weeks)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges all habits at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let habits = (context.content[.habits] ?? []).enumerated().compactMap {
      Habit($0.element, number: $0.offset + 1)
    }
    guard !habits.isEmpty else { return try look.nothing(in: context) }
    let week = Week(today: now.day, firstWeekday: try context.words.firstWeekday())
    return try look.arrangement(
      of: habits.count, .habits, smallest: HabitGrid.small, in: context,
      titles: habits.map(\.name)
    ) { (sheet, shown) throws(RenderError) in
      try sheet.add(habits.prefix(shown), week, HabitRows(of: shown, weeks: weeks, in: sheet))
    }
  }

  /// The type size of the streak, relative to the smallest names.
  private static let small = 0.85
}

/// A habit and the days on which it was performed.
struct Habit {
  let name: String
  let days: Set<Day>
  /// The index of the habit in the content, starting at 1.
  let number: Int

  init?(_ entry: ContentEntry, number: Int) {
    guard let name = entry.text("name"), case .days(let days)? = entry["days"] else { return nil }
    (self.name, self.days, self.number) = (name, Set(days), number)
  }

  /// The prefix of the names of the habit's layers.
  var id: String { "habit.\(number)" }

  /// Returns the number of consecutive days on which the habit was performed.
  ///
  /// The streak ends today or, if the habit has not been performed today, yesterday.
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

  /// The number of days since the start of the week, from 0 to 6.
  var passed: Int { (today.weekday - firstWeekday + 7) % 7 }

  /// Returns the day in a row of the week that is `weeksAgo` weeks before this week; nil if the day
  /// is outside the calendar.
  func day(row: Int, weeksAgo: Int) -> Day? { today.adding(row - passed - weeksAgo * 7) }
}
