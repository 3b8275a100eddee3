public import WallfarmPluginKit

/// A layout of progress toward goals: a bar with marks, a ring, or figures.
public struct GoalProgress: LayoutPlugin {
  /// The identifier, `progress`.
  public static let id = "progress"
  /// The version; since version 2, numbers are never broken.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "Progress toward a goal as a bar with marks, a ring or figures."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: form)
  /// The content that the layout uses: progress, which is required.
  public static let content = [ContentUse(.progress, isNeeded: true)]

  private static let form = Parameter.choice(
    "form", default: Form.bar,
    summary: "How progress is shown: as a bar, as a ring, or only as figures.")
  private static let keys = LayoutKeys(
    largest: 104, emptyText: "No goal yet")

  /// The form in which progress toward a goal is shown.
  enum Form: String, CaseIterable, Sendable { case bar, ring, figures }

  private let form: Form
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    form = try values.value(of: Self.form)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges all goals at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let goals = (context.content[.progress] ?? []).enumerated().compactMap {
      Goal($0.element, number: $0.offset + 1)
    }
    guard !goals.isEmpty else { return try look.nothing(in: context) }
    let hasLong = goals.contains { [$0.value, $0.goal].contains(where: NumberLength.matters) }
    return try NumberLength.arrangement(hasLong: hasLong, in: context) {
      (length) throws(RenderError) in
      try arrangement(of: goals, length, in: context)
    }
  }

  private func arrangement(
    of goals: [Goal], _ length: NumberLength, in context: ComposeContext
  ) throws(RenderError) -> Arrangement {
    // A ring is as tall as it is wide, so limit its width on a tablet.
    let widest = form == .ring ? 360 : LayoutLook.widest
    return try look.arrangement(
      of: goals.count, .progress, smallest: GoalSizes.smallest(isAlone: goals.count == 1),
      in: context, widest: widest,
      titles: goals.map(\.label)
    ) { (sheet, shown) throws(RenderError) in
      let goals = goals.prefix(shown)
      let words = try goals.map { (goal) throws(RenderError) in
        try GoalWords(of: goal, length, context.words)
      }
      let sizes = GoalSizes(in: sheet, isAlone: goals.count == 1)
      let isBeside = form == .bar ? try sheet.hasRoomBeside(words, sizes) : false
      for (goal, words) in zip(goals, words) {
        sheet.space(sheet.size * 0.6)
        switch form {
        case .bar: try sheet.addBar(goal, words, sizes, isBeside: isBeside)
        case .ring where goals.count == 1: try sheet.addRing(goal, words, sizes)
        case .ring: try sheet.addRingAndWords(goal, words, sizes)
        case .figures: try sheet.addFigures(goal, words, sizes)
        }
      }
    }
  }
}

/// The type sizes of titles and small print, in points.
struct GoalSizes {
  let title: Double
  let small: Double

  /// Creates the sizes for a sheet.
  ///
  /// With several goals, the figures are smaller, so the text is larger relative to the figures.
  init(in sheet: Sheet, isAlone: Bool) {
    let smallest = sheet.look.minSize * sheet.context.typeScale
    title = max(sheet.size * (isAlone ? LayoutLook.title : 0.42), smallest * 1.25)
    small = max(sheet.size * (isAlone ? LayoutLook.small : 0.3), smallest * 1.1)
  }

  /// Returns the minimum type size, relative to the minimum size of figures.
  ///
  /// The ratio is lower for a single goal, so that a long label wraps before the figures become
  /// small.
  static func smallest(isAlone: Bool) -> Double { isAlone ? 0.25 : 0.4 }
}

/// The formatted numbers of a goal.
struct GoalWords {
  /// The value, such as `340`.
  let value: String
  /// The goal, such as `/ 1,000`.
  let goal: String
  let unit: String
  let length: NumberLength

  init(
    of goal: Goal, _ length: NumberLength, _ words: any LanguageWords
  ) throws(RenderError) {
    value = try length.text(goal.value, words)
    self.goal = "/\u{A0}" + (try length.text(goal.goal, words))
    (unit, self.length) = (goal.unit, length)
  }

  /// Returns the goal and its unit, separated by a no-break space or, if `canBreak` is true, by a
  /// space.
  func rest(canBreak: Bool = false) -> String {
    goal + (unit.isEmpty ? "" : (canBreak ? " " : "\u{A0}") + unit)
  }
}

/// A goal and its progress.
struct Goal {
  let value: Double
  let goal: Double
  let unit: String
  let label: String
  /// The distinct intermediate values between zero and the goal, in ascending order.
  let marks: [Double]
  /// The index of the goal in the content, starting at 1.
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

  /// The progress as a fraction, rounded down to percent, so that 100 percent means that the goal
  /// is reached.
  ///
  /// Adding 1e-9 corrects rounding: in floating point, 0.29 / 1 is slightly less than 29 percent.
  var percent: Double { max((value / goal * 100 + 1e-9).rounded(.down) / 100, 0) }

  var name: String { "progress.\(number)" }
}
