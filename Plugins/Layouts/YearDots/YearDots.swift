public import WallfarmPluginKit

/// A layout with a dot for each day of the year, or for each week of a life.
public struct YearDots: LayoutPlugin {
  /// The identifier, `year-dots`.
  public static let id = "year-dots"
  /// The version; since version 4, the dots occupy less height on a photo, and future dots are
  /// fainter.
  public static let version = 4
  /// The one-line summary for lists.
  public static let summary = "A dot for each day of the year, or for each week of a life."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: of, born, years, caption, withToday)
  /// The content: dates, whose dots are marked.
  public static let content = [ContentUse(.dates)]
  /// Precision to the day is sufficient, because the current dot changes daily.
  public static let timePrecision: TimePrecision? = .day

  private static let of = Parameter.choice(
    "of", default: Span.year,
    summary: "Period shown: the days of this year, or the weeks of a life.")
  private static let born = Parameter.text(
    "born", limit: 10, default: "",
    summary: "Date of birth, such as 1990-05-17; required to show the weeks of a life.")
  private static let years = Parameter.integer(
    "years", in: 10...120, default: 80, summary: "Lifespan, in years.")
  private static let caption = Parameter.boolean(
    "caption", default: true,
    summary: "Whether the period and its elapsed percentage are shown below the dots.")
  private static let withToday = Parameter.boolean(
    "with-today", default: false,
    summary: "Whether today counts as elapsed, so that all dots are filled on December 31.")
  private static let keys = LayoutKeys(largest: 30)

  private enum Span: String, CaseIterable, Sendable { case year, life }

  private let birth: Day?
  private let years: Int
  private let hasCaption: Bool
  private let countsToday: Bool
  private let look: LayoutLook

  /// Reads the parameters; `born` is required to show the weeks of a life.
  public init(_ values: ParameterValues) throws(RenderError) {
    look = try LayoutLook(Self.keys, values)
    years = try values.value(of: Self.years)
    hasCaption = try values.value(of: Self.caption)
    countsToday = try values.value(of: Self.withToday)
    guard try values.value(of: Self.of) == .life else {
      birth = nil
      return
    }
    let text = try values.value(of: Self.born)
    guard let birth = Day(text) else {
      throw RenderError(
        .invalidParameter,
        text.isEmpty
          ? "a date of birth is required to show the weeks of a life" : "'\(text)' is not a date",
        origin: values.origin(of: "born") ?? values.origin(of: "of"),
        hint: "set 'born' to a date such as 1990-05-17")
    }
    self.birth = birth
  }

  /// Arranges the dots at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let marked = Set((context.content[.dates] ?? []).compactMap { $0.when("date").map(now.day) })
    guard let birth else {
      let year =
        try context.words.span(.year, of: now.day, ahead: 0)
        ?? CalendarSpan(first: now.day, count: 1)
      return try arrangement(.year(year, today: now.day, marked: marked), in: context)
    }
    let life = DotSpan.life(from: birth, years: years, at: now.day, marked: marked)
    return try arrangement(life, in: context)
  }

  private func arrangement(
    _ span: DotSpan, in context: ComposeContext
  ) throws(RenderError) -> Arrangement {
    // The caption is as wide as the dots, but not narrower than `narrowest`.
    let room = look.area(in: context, widest: YearDots.widest).size
    let high = room.height - (hasCaption ? look.maxSize * context.typeScale * YearDots.below : 0)
    let widest = span.width(in: Size(width: room.width, height: max(high, 1))) / context.typeScale
    return try look.arrangement(
      of: "dots", smallest: 1, in: context, widest: max(widest, YearDots.narrowest)
    ) { (sheet) throws(RenderError) in
      let below = hasCaption ? sheet.size * YearDots.below : 0
      let height = context.isOnPhoto ? sheet.area.height * YearDots.onPhoto : .infinity
      sheet.add(span, height: min(height, sheet.area.height - below))
      guard hasCaption else { return }
      let share = try context.words.number(
        (span.share(withToday: countsToday) * 100 + 1e-9).rounded(.down) / 100,
        .percent(decimals: 0))
      let name = try span.name(context.words)
      try sheet.addRow(
        "caption", sheet.block(name, look.title(sheet.size)),
        sheet.block(share, look.label(sheet.size)), gap: sheet.size * 0.9,
        names: ("span", "share"))
    }
  }

  /// The maximum width of the dots and the minimum width of a caption, in points on a phone.
  private static let widest = 400.0
  private static let narrowest = 180.0
  /// The maximum height of the dots on a photo, relative to the free area, so that more of the photo
  /// is visible.
  private static let onPhoto = 0.42
  /// The height of the caption, including the gap above it, relative to its type size.
  private static let below = 2.6
}
