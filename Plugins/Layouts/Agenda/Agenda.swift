public import WallfarmPluginKit

/// The appointments of today, or of the next days.
public struct Agenda: LayoutPlugin {
  /// `agenda`.
  public static let id = "agenda"
  /// 2: upcoming appointments are shown before past ones.
  public static let version = 2
  /// One line for lists.
  public static let summary = "The appointments of today, or of the next days, with time and place."
  /// All parameters.
  public static let schema = keys.schema(with: days, most, places)
  /// Events, and nothing without them.
  public static let content = [ContentUse(.events, isNeeded: true)]
  /// What is over is fainter.
  public static let timePrecision: TimePrecision? = .minute

  private static let days = Parameter.integer(
    "days", in: 1...14, default: 1, summary: "How many days are shown, from today.")
  private static let most = Parameter.integer(
    "most", in: 1...20, default: 5,
    summary:
      "Maximum number of appointments; upcoming ones come first, and the rest are counted.")
  private static let places = Parameter.boolean(
    "places", default: true, summary: "Where it is, below each.")
  private static let keys = LayoutKeys(
    largest: 40, smallest: 12, emptyText: "Nothing today")

  private let days: Int
  private let most: Int
  private let hasPlaces: Bool
  private let look: LayoutLook

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    days = try values.value(of: Self.days)
    most = try values.value(of: Self.most)
    hasPlaces = try values.value(of: Self.places)
    look = try LayoutLook(Self.keys, values)
  }

  /// The days with their appointments, as large as they fit into the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let all = Appointment.list(context.content[.events] ?? [], now: now, days: days)
    guard !all.isEmpty else {
      var nothing = try look.nothing(in: context)
      // Tomorrow there may be something.
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

  /// Sizes of an appointment's words and of small print, of that of the day.
  static let row = 0.62
  static let small = 0.44
}
