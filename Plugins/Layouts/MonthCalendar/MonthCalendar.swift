public import WallfarmPluginKit

/// A layout of the days of a month, with today marked.
public struct MonthCalendar: LayoutPlugin {
  /// The identifier, `month`.
  public static let id = "month"
  /// The version; since version 2, months follow the calendar of the language.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary = "The days of this month, with today and days that matter marked."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: ahead, weekNumbers)
  /// The content: dates and events, which are marked by dots.
  public static let content = [ContentUse(.dates), ContentUse(.events)]
  /// Days, because today is marked.
  public static let timePrecision: TimePrecision? = .day

  private static let ahead = Parameter.integer(
    "ahead", in: -1200...1200, default: 0, summary: "Months after this one, before it below 0.")
  private static let weekNumbers = Parameter.boolean(
    "week-numbers", default: false, summary: "The number of each week beside it, by ISO 8601.")
  private static let keys = LayoutKeys(largest: 40, smallest: 11)

  private let ahead: Int
  private let aheadOrigin: Origin?
  private let hasWeeks: Bool
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    ahead = try values.value(of: Self.ahead)
    aheadOrigin = values.origin(of: "ahead")
    hasWeeks = try values.value(of: Self.weekNumbers)
    look = try LayoutLook(Self.keys, values)
  }

  /// The month at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    guard let month = try context.words.span(.month, of: now.day, ahead: ahead) else {
      throw RenderError(
        .invalidParameter, "no calendar has the month that is \(ahead) from now",
        origin: aheadOrigin, hint: "give 'ahead' a number nearer to 0")
    }
    let grid = MonthGrid(
      month: month, firstWeekday: try context.words.firstWeekday(), hasWeeks: hasWeeks)
    let marked = markedDays(context.content, now, in: grid.days.map(\.day))
    return try look.arrangement(
      of: "month", smallest: MonthGrid.letter, in: context, widest: 400
    ) { (sheet) throws(RenderError) in
      try sheet.add(
        "month",
        sheet.block(
          try context.words.day(month.first, .monthYear), look.title(sheet.size), alignment: .start)
      )
      sheet.space(sheet.size * 0.45)
      try sheet.add(grid, today: now.day, marked: marked)
    }
  }

  /// The subset of days with a date or an event.
  private func markedDays(_ content: Content, _ now: Now, in days: [Day]) -> Set<Day> {
    let dates = Set((content[.dates] ?? []).compactMap { $0.when("date").map(now.day) })
    let events = (content[.events] ?? []).compactMap { event -> ClosedRange<Day>? in
      guard let start = event.when("start") else { return nil }
      let first = now.day(of: start)
      let last = event.when("end").map { now.lastDay(until: $0) } ?? first
      return first...max(first, last)
    }
    return Set(days.filter { day in dates.contains(day) || events.contains { $0.contains(day) } })
  }
}
