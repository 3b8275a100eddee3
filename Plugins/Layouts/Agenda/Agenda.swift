public import WallfarmPluginKit

/// A layout with the appointments of today or of the next days.
public struct Agenda: LayoutPlugin {
  /// The identifier, `agenda`.
  public static let id = "agenda"
  /// The version; since version 3, each day's heading has a single line.
  public static let version = 3
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "Appointments for today or the next few days, with their times and locations."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: days, most, places)
  /// The content that the layout uses: events, which are required.
  public static let content = [ContentUse(.events, isNeeded: true)]
  /// The precision is one minute, because past appointments are drawn fainter.
  public static let timePrecision: TimePrecision? = .minute

  private static let days = Parameter.integer(
    "days", in: 1...14, default: 1, summary: "Number of days to show, starting today.")
  private static let most = Parameter.integer(
    "most", in: 1...20, default: 5,
    summary:
      "Maximum number of appointments, upcoming ones first; a line shows how many more there are.")
  private static let places = Parameter.boolean(
    "places", default: true, summary: "Whether the location is shown below each appointment.")
  private static let keys = LayoutKeys(
    largest: 48, smallest: 12, emptyText: "Nothing today")

  private let days: Int
  private let most: Int
  private let hasPlaces: Bool
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    days = try values.value(of: Self.days)
    most = try values.value(of: Self.most)
    hasPlaces = try values.value(of: Self.places)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges the days and their appointments at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let all = Appointment.list(context.content[.events] ?? [], now: now, days: days)
    guard !all.isEmpty else {
      var nothing = try look.nothing(in: context)
      // At midnight, events on a later day may come into range.
      nothing.expires = (context.content[.events] ?? []).isEmpty ? .never : now.next(.day)
      return nothing
    }
    let limit = min(most, all.count)
    let coming = all.count { !$0.isOver(at: now) }
    var arrangement = try look.arrangement(
      of: limit, .events, needed: min(limit, coming), smallest: Agenda.small, in: context,
      titles: all.map(\.title)
    ) { (sheet, shown) throws(RenderError) in
      try sheet.add(
        Appointment.chosen(shown, of: all, at: now), more: max(0, coming - shown), now: now,
        hasPlaces: hasPlaces)
    }
    arrangement.expires = Appointment.nextChange(all, after: now)
    return arrangement
  }

  /// The type sizes of appointments and small print, relative to the day headings.
  static let row = 0.62
  static let small = 0.44
  /// The minimum size of a heading that is reduced to fit on one line, relative to the heading's
  /// full size.
  static let heading = 0.72
}
