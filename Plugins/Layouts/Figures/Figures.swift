public import WallfarmPluginKit

/// A layout of labeled numbers in columns.
public struct Figures: LayoutPlugin {
  /// The identifier, `figures`.
  public static let id = "figures"
  /// The version; since version 3, labels are farther from their numbers.
  public static let version = 3
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "Figures with a label, a unit and a change."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: columns)
  /// The content that the layout uses: figures, which are required.
  public static let content = [ContentUse(.figures, isNeeded: true)]

  private static let columns = Parameter.integer(
    "columns", in: 0...4, default: 0,
    summary: "Number of columns; 0 chooses the number that keeps the figures large.")
  private static let keys = LayoutKeys(largest: 120, emptyText: "No figures yet")

  private let columns: Int
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    columns = try values.value(of: Self.columns)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges all figures at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let entries = context.content[.figures] ?? []
    guard !entries.isEmpty else { return try look.nothing(in: context) }
    let hasLong = entries.contains { entry in
      [entry.number("value"), entry.number("change")].compactMap(\.self)
        .contains(where: NumberLength.matters)
    }
    return try NumberLength.arrangement(hasLong: hasLong, in: context) {
      (length) throws(RenderError) in
      let figures = try entries.enumerated().map { (index, entry) throws(RenderError) in
        try Figure(entry, number: index + 1, length, context.words)
      }
      return try arrangement(of: figures, in: context)
    }
  }

  /// Returns the arrangement with the usual number of columns, unless another number of columns is
  /// better.
  ///
  /// Another number is better if it shows more figures or makes them clearly larger.
  private func arrangement(
    of figures: [Figure], in context: ComposeContext
  ) throws(RenderError) -> Arrangement {
    var best: Arrangement?
    var failure: RenderError?
    for columns in columnCounts(for: figures.count, context) {
      let tried: Arrangement
      do throws(RenderError) {
        tried = try arrangement(of: figures, columns: columns, in: context)
      } catch {
        guard error.code == .textDoesNotFit else { throw error }
        failure = error
        continue
      }
      guard let found = best else {
        best = tried
        continue
      }
      let showsMore = tried.layers.count > found.layers.count
      let showsFewer = tried.layers.count < found.layers.count
      let isLarger = tried.figureSize > found.figureSize * Figures.clearly
      if showsMore || isLarger && !showsFewer { best = tried }
    }
    if let best { return best }
    throw failure
      ?? .textDoesNotFit("list of figures", minimumSize: look.minSize * context.typeScale)
  }

  private func arrangement(
    of figures: [Figure], columns: Int, in context: ComposeContext
  ) throws(RenderError) -> Arrangement {
    let share = FigureSizes.smallest(of: figures)
    let smallest = look.minSize * context.typeScale / share
    return try look.arrangement(
      of: figures.count, .figures, smallest: share, in: context, titles: figures.map(\.label)
    ) { (sheet, shown) throws(RenderError) in
      try sheet.add(figures.prefix(shown), columns: columns, smallest: smallest)
    }
  }

  /// Returns the numbers of columns to try, starting with the usual number.
  private func columnCounts(for count: Int, _ context: ComposeContext) -> [Int] {
    guard columns == 0 else { return [min(columns, count)] }
    let usual =
      switch count {
      case 1: 1
      case 2...4: 2
      default: context.isTablet ? 3 : 2
      }
    let most = min(count, context.isTablet || count > 6 ? 3 : 2)
    return [usual] + (1...most).filter { $0 != usual }
  }

  /// The minimum ratio of type sizes that justifies an unusual number of columns.
  private static let clearly = 1.2
}

/// A figure as formatted text.
struct Figure {
  let value: String
  let unit: String
  let label: String
  /// The change; empty if there is no change.
  let change: String
  /// The index of the figure in the content, starting at 1.
  let number: Int

  init(
    _ entry: ContentEntry, number: Int, _ length: NumberLength, _ words: any LanguageWords
  ) throws(RenderError) {
    self.number = number
    label = entry.text("label") ?? ""
    unit = entry.text("unit") ?? ""
    value =
      if let number = entry.number("value") {
        try length.text(number, words)
      } else {
        Figure.withMinusSign(entry.text("value") ?? "")
      }
    change =
      try entry.number("change").map { (change) throws(RenderError) in
        try length.change(change, words)
      } ?? ""
  }

  /// Returns a number in text form, such as `-5:30`, with its hyphen replaced by a minus sign.
  private static func withMinusSign(_ text: String) -> String {
    guard text.first == "-", text.dropFirst().first?.isNumber == true else { return text }
    return "\u{2212}" + text.dropFirst()
  }

  var name: String { "figure.\(number)" }
}

/// The type sizes of the text next to a number, in points.
struct FigureSizes {
  let label: Double
  let unit: Double
  let change: Double

  /// Creates the sizes for a number.
  ///
  /// Small sizes are raised to a minimum, but the sizes of units and changes do not exceed a
  /// fraction of the number's size.
  init(beside number: Double, smallest: Double) {
    label = max(number * 0.28, smallest * 1.1)
    unit = min(number * FigureSizes.unit, max(number * 0.38, smallest))
    change = min(number * FigureSizes.change, max(number * 0.34, smallest))
  }

  /// Returns the size of the smallest text, relative to the number at its minimum size.
  static func smallest(of figures: [Figure]) -> Double {
    if figures.contains(where: { !$0.unit.isEmpty }) { return unit }
    return figures.contains { !$0.change.isEmpty } ? change : 0.6
  }

  /// The maximum sizes of units and changes, relative to the number.
  private static let unit = 0.4
  private static let change = 0.45
}
