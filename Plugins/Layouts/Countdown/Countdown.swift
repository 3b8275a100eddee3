public import WallfarmPluginKit

/// A layout that shows the number of days until the next date, with later dates below it.
public struct Countdown: LayoutPlugin {
  /// The identifier, `countdown`.
  public static let id = "countdown"
  /// The version.
  ///
  /// Version 2 aligns numbers with their titles, 3 shows the time of a date, 4 balances lines, 5
  /// aligns all rows to one side, and 6 places a single date at the margin of a tablet.
  public static let version = 6
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "The number of days until the next date, in large type, with later dates below."
  /// The parameters of the plugin.
  public static let schema = CountdownLook.schema
  /// The content that the layout uses: dates, which are required.
  public static let content = [ContentUse(.dates, isNeeded: true)]
  /// The precision is one day, because the countdown changes daily.
  public static let timePrecision: TimePrecision? = .day

  private let look: CountdownLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) { look = try CountdownLook(values) }

  /// Arranges the dates at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let all = UpcomingDate.list(context.content[.dates] ?? [], at: now, keepsPast: look.countsUp)
    guard !all.isEmpty else { return try nothingAhead(context) }
    let dates = Array(all.prefix(look.most))
    var shown = dates.count
    while shown > 0 {
      let setting = try CountdownSetting(Array(dates.prefix(shown)), look, context, now)
      if let size = try setting.largestSize() {
        var arrangement = try setting.arrangement(at: size)
        if shown < dates.count { arrangement.warnings = [.datesHidden(shown, of: dates.count)] }
        return arrangement
      }
      guard context.overflow == .more else { break }
      shown -= 1
    }
    throw .textDoesNotFit("list of dates", minimumSize: look.minSize * context.typeScale)
  }

  /// Arranges the text for an empty list; this arrangement never expires.
  private func nothingAhead(_ context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !look.emptyText.isEmpty else { return Arrangement(layers: [], expires: .never) }
    let area = look.area(in: context, hasRows: false)
    let scale = context.typeScale
    var style = look.titleStyle(0)
    style.size = 1
    let fitted = try FittedText(
      what: "empty-text", text: look.emptyText, style: style, alignment: look.alignment,
      area: area.size, context: context, breaking: .even, smallest: look.minSize * scale,
      largest: look.maxSize * scale * CountdownSetting.title)
    let height = fitted.measurement.size.height
    let frame = Rect(
      x: area.x, y: look.top(of: height, in: area), width: area.width, height: height)
    var text = TextContent(fitted.block, frame: frame)
    text.shadow = look.shadow(fitted.block.style.size)
    return Arrangement(
      layers: [Layer("nothing-left", .text(text))], fontSize: fitted.block.style.size,
      expires: .never, room: look.room(for: fitted.measurement.size, in: context))
  }
}

/// A date with its distance from today.
struct UpcomingDate {
  let entry: DateEntry
  /// The index among the dates in the content, starting at 1.
  let number: Int
  /// The local calendar day of the date.
  let day: Day
  /// The number of days from today until the date; negative for past dates.
  let days: Int
  /// The moment of the date, or the start of its day if the date has no time.
  let moment: Moment

  /// Returns upcoming dates in chronological order, followed by past dates in reverse order if
  /// `keepsPast` is true.
  static func list(_ entries: [ContentEntry], at now: Now, keepsPast: Bool) -> [UpcomingDate] {
    let dates = entries.compactMap(DateEntry.init).enumerated().map { index, entry in
      let day = now.day(of: entry.date)
      return UpcomingDate(
        entry: entry, number: index + 1, day: day, days: day.number - now.day.number,
        moment: now.moment(of: entry.date))
    }
    return dates.filter { $0.days >= 0 || keepsPast }.sorted { one, other in
      let isPast = (one.days < 0, other.days < 0)
      if isPast.0 != isPast.1 { return isPast.1 }
      // Sort dates on the same day by time, in reverse order for past dates.
      guard one.days == other.days, one.moment != other.moment else {
        return (abs(one.days), one.number) < (abs(other.days), other.number)
      }
      return isPast.0 ? one.moment > other.moment : one.moment < other.moment
    }
  }
}

extension RenderWarning {
  fileprivate static func datesHidden(_ shown: Int, of count: Int) -> RenderWarning {
    RenderWarning(
      .contentHidden,
      "\(count - shown) of \(count) dates did not fit and \(count - shown == 1 ? "was" : "were") "
        + "left out",
      hint:
        "show fewer dates with 'most', lower 'min-size', or make this an error with --overflow fail"
    )
  }
}
