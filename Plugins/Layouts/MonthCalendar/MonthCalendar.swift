public import WallfarmPluginKit

/// A layout that shows the days of a month and marks today.
public struct MonthCalendar: LayoutPlugin {
  /// The identifier, `month`.
  public static let id = "month"
  /// The version; since version 4, past days are less faint on a photo.
  public static let version = 4
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "A calendar of the current month that marks today and important days."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: ahead, weekNumbers, lateColor)
  /// The content that the layout uses: dates and events, which are marked with dots.
  public static let content = [ContentUse(.dates), ContentUse(.events)]
  /// The precision is one day, because the layout marks today.
  public static let timePrecision: TimePrecision? = .day

  private static let ahead = Parameter.integer(
    "ahead", in: -1200...1200, default: 0,
    summary: "Number of months after the current month; negative for earlier months.")
  private static let weekNumbers = Parameter.boolean(
    "week-numbers", default: false, summary: "Whether ISO 8601 week numbers are shown.")
  private static let lateColor = Parameter.optionalColor(
    "late-color", summary: "Color of the dot below a past date.")
  private static let keys = LayoutKeys(largest: 52, smallest: 11)

  private let ahead: Int
  private let aheadOrigin: Origin?
  private let hasWeeks: Bool
  private let late: Color?
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    ahead = try values.value(of: Self.ahead)
    aheadOrigin = values.origin(of: "ahead")
    hasWeeks = try values.value(of: Self.weekNumbers)
    late = try values.value(of: Self.lateColor)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges the month at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    guard let month = try context.words.span(.month, of: now.day, ahead: ahead) else {
      throw RenderError(
        .invalidParameter, "a calendar \(ahead) months from now is not supported",
        origin: aheadOrigin, hint: "set 'ahead' to a number closer to 0")
    }
    let grid = MonthGrid(
      month: month, firstWeekday: try context.words.firstWeekday(), hasWeeks: hasWeeks)
    let marks = marks(of: context.content, now, in: grid.days.map(\.day))
    return try look.arrangement(
      of: "month", smallest: MonthGrid.letter, in: context, widest: 460
    ) { (sheet) throws(RenderError) in
      try sheet.add(
        "month",
        sheet.block(
          try context.words.day(month.first, .monthYear), look.title(sheet.size), alignment: .start)
      )
      sheet.space(sheet.size * 0.45)
      try sheet.add(grid, today: now.day, marks: marks)
    }
  }

  /// Returns the color of the mark on each day that has a date or an event.
  ///
  /// The mark of a date has the date's color. If the date has no color, the mark has the accent
  /// color or, if the date is past, the late color.
  private func marks(of content: Content, _ now: Now, in days: [Day]) -> [Day: Color] {
    var marks: [Day: Color] = [:]
    for event in content[.events] ?? [] {
      guard let start = event.when("start") else { continue }
      let first = now.day(of: start)
      let last = event.when("end").map { now.lastDay(until: $0) } ?? first
      let range = first...max(first, last)
      for day in days where range.contains(day) {
        marks[day] = day < now.day ? look.past : look.color
      }
    }
    // If a day has several dates, the first date determines the color.
    for entry in (content[.dates] ?? []).reversed() {
      guard let date = entry.when("date").map(now.day) else { continue }
      let own: Color? = if case .color(let color)? = entry["color"] { color } else { nil }
      marks[date] = own ?? (date < now.day ? late ?? look.past : look.accent)
    }
    return marks
  }
}
