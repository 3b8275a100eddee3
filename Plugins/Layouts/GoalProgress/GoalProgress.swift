public import WallfarmPluginKit

/// A layout of progress toward goals: a bar with marks, a ring, or figures.
public struct GoalProgress: LayoutPlugin {
  /// The identifier, `progress`.
  public static let id = "progress"
  /// The first version.
  public static let version = 1
  /// The one-line summary for lists.
  public static let summary = "How far something is: a bar with marks, a ring, or figures."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: form)
  /// The content: progress, which is required.
  public static let content = [ContentUse(.progress, isNeeded: true)]

  private static let form = Parameter.choice(
    "form", default: Form.bar, summary: "What is drawn: a bar, a ring, or figures alone.")
  private static let keys = LayoutKeys(
    largest: 104, emptyText: "No goal yet")

  /// The form of a goal.
  enum Form: String, CaseIterable, Sendable { case bar, ring, figures }

  private let form: Form
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    form = try values.value(of: Self.form)
    look = try LayoutLook(Self.keys, values)
  }

  /// All goals at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let goals = (context.content[.progress] ?? []).enumerated().compactMap {
      Goal($0.element, number: $0.offset + 1)
    }
    guard !goals.isEmpty else { return try look.nothing(in: context) }
    // A ring is as high as it is wide, so its width is limited on a tablet.
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

/// The relative type sizes of titles and small print.
struct GoalSizes {
  let title: Double
  let small: Double

  static let alone = GoalSizes(title: LayoutLook.title, small: LayoutLook.small)
  /// The sizes for several goals: the figures are smaller, and the words shrink less.
  static let several = GoalSizes(title: 0.42, small: 0.3)
}

/// A goal and its progress.
struct Goal {
  let value: Double
  let goal: Double
  let unit: String
  let label: String
  /// The distinct intermediate values between zero and the goal, sorted.
  let marks: [Double]
  /// The index in the content, from 1.
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

  /// The progress from 0 to 1.
  var share: Double { min(max(value / goal, 0), 1) }

  /// The progress as a share, rounded down to percent, so that 100 percent means that the goal is
  /// reached.
  ///
  /// The value 1e-9 is added because 0.29 / 1 is slightly less than 29 percent in floating point.
  var percent: Double { max((value / goal * 100 + 1e-9).rounded(.down) / 100, 0) }

  var name: String { "progress.\(number)" }

  /// The value and the goal in words: `340`, `/ 1,000 km`.
  func words(_ words: any LanguageWords) throws(RenderError) -> (value: String, rest: String) {
    let form = NumberForm.plain(decimals: 2)
    let goal = try words.number(goal, form) + (unit.isEmpty ? "" : "\u{A0}" + unit)
    return (try words.number(value, form), "/\u{A0}" + goal)
  }
}
