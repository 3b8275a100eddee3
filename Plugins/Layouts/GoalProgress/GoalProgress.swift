public import WallfarmPluginKit

/// How far something is: a bar with marks, a ring, or figures.
public struct GoalProgress: LayoutPlugin {
  /// `progress`.
  public static let id = "progress"
  /// The first.
  public static let version = 1
  /// One line for lists.
  public static let summary = "How far something is: a bar with marks, a ring, or figures."
  /// All parameters.
  public static let schema = keys.schema(with: form)
  /// Progress, and nothing without it.
  public static let content = [ContentUse(.progress, isNeeded: true)]

  private static let form = Parameter.choice(
    "form", default: Form.bar, summary: "What is drawn: a bar, a ring, or figures alone.")
  private static let keys = LayoutKeys(
    largest: 104, emptyText: "No goal yet")

  /// What is drawn.
  enum Form: String, CaseIterable, Sendable { case bar, ring, figures }

  private let form: Form
  private let look: LayoutLook

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    form = try values.value(of: Self.form)
    look = try LayoutLook(Self.keys, values)
  }

  /// All that is given, as large as it fits into the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let goals = (context.content[.progress] ?? []).enumerated().compactMap {
      Goal($0.element, number: $0.offset + 1)
    }
    guard !goals.isEmpty else { return try look.nothing(in: context) }
    // A ring is as wide as it is high: on a tablet it would fill the screen.
    let widest = form == .ring ? 360 : LayoutLook.widest
    let sizes = goals.count == 1 ? GoalSizes.alone : .several
    return try look.arrangement(
      of: goals.count, .progress, smallest: sizes.small, in: context, widest: widest,
      titles: goals.map(\.label)
    ) { (sheet, shown) throws(RenderError) in
      for goal in goals.prefix(shown) {
        sheet.space(sheet.size * 0.6)
        switch form {
        case .bar: try sheet.addBar(goal, sizes)
        case .ring where goals.count == 1: try sheet.addRing(goal, sizes)
        case .ring: try sheet.addRingAndWords(goal, sizes)
        case .figures: try sheet.addFigures(goal, sizes)
        }
      }
    }
  }
}

/// Sizes of what is smaller than the large figure, of that of the figure.
struct GoalSizes {
  let title: Double
  let small: Double

  static let alone = GoalSizes(title: LayoutLook.title, small: LayoutLook.small)
  /// Where there are several, the figures are smaller, so that all goals are shown; the words shrink less.
  static let several = GoalSizes(title: 0.42, small: 0.3)
}

/// Something that is on its way.
struct Goal {
  let value: Double
  let goal: Double
  let unit: String
  let label: String
  /// Values on the way, each once, between the beginning and the goal.
  let marks: [Double]
  /// Its place in the content, from 1.
  let number: Int

  init?(_ entry: ContentEntry, number: Int) {
    guard let value = entry.number("value"), let goal = entry.number("goal"), goal > 0 else {
      return nil
    }
    (self.value, self.goal, self.number) = (value, goal, number)
    unit = entry.text("unit") ?? ""
    label = entry.text("label") ?? ""
    let marks: [Double] = if case .numbers(let numbers)? = entry["marks"] { numbers } else { [] }
    self.marks = Set(marks.filter { $0 > 0 && $0 < goal }).sorted()
  }

  /// How much of it is done, 0…1.
  var share: Double { min(max(value / goal, 0), 1) }

  /// Of a hundred, rounded down: 100 is said only where the goal is reached.
  ///
  /// A billionth is added, because 0.29 of 1 is a little less than 29 hundredths.
  var percent: Double { max((value / goal * 100 + 1e-9).rounded(.down) / 100, 0) }

  var name: String { "progress.\(number)" }

  /// How far it is, and to where: `340`, `/ 1,000 km`.
  func words(_ words: any LanguageWords) throws(RenderError) -> (value: String, rest: String) {
    let form = NumberForm.plain(decimals: 2)
    let goal = try words.number(goal, form) + (unit.isEmpty ? "" : "\u{A0}" + unit)
    return (try words.number(value, form), "/\u{A0}" + goal)
  }
}
