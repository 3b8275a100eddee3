public import WallfarmPluginKit

/// How many days there are until the next date, large, and those after it below.
public struct Countdown: LayoutPlugin {
  /// `countdown`.
  public static let id = "countdown"
  /// 2: a number stands where its title begins; 3: the time of a date is shown;
  /// 4: lines are even; 5: all rows start on the same side.
  public static let version = 5
  /// One line for lists.
  public static let summary = "Days until the next date, large, and the dates after it below."
  /// All parameters.
  public static let schema = CountdownLook.schema
  /// Dates, and nothing without them.
  public static let content = [ContentUse(.dates, isNeeded: true)]
  /// It counts days.
  public static let timePrecision: TimePrecision? = .day

  private let look: CountdownLook

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) { look = try CountdownLook(values) }

  /// The dates as large as they fit into the free area.
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

  /// What is said where no date is left; it stays true until somebody gives another one.
  private func nothingAhead(_ context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !look.emptyText.isEmpty else { return Arrangement(layers: [], expires: .never) }
    let area = look.area(in: context)
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

/// A date with its days from today.
struct UpcomingDate {
  let entry: DateEntry
  /// Its place among the dates that were given, from 1.
  let number: Int
  /// The day on which it is.
  let day: Day
  /// Days from today; below 0 for those that are past.
  let days: Int
  /// The moment of the date, or the beginning of its day.
  let moment: Moment

  /// The next one first, then those that are past, the last one first.
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
      // Sort dates of the same day by moment, past ones in reverse.
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
      "\(count - shown) of \(count) dates did not fit and \(count - shown == 1 ? "is" : "are") left out",
      hint: "show fewer with 'most', lower 'min-size', or forbid it with --overflow fail")
  }
}
