public import WallfarmPluginKit

/// A layout of labeled numbers in columns.
public struct Figures: LayoutPlugin {
  /// The identifier, `figures`.
  public static let id = "figures"
  /// The first version.
  public static let version = 1
  /// The one-line summary for lists.
  public static let summary = "Numbers with a name, what they count and how they changed."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: columns)
  /// The content: figures, which are required.
  public static let content = [ContentUse(.figures, isNeeded: true)]

  private static let columns = Parameter.integer(
    "columns", in: 0...4, default: 0,
    summary: "How many stand beside one another; 0: one, two, or on tablets three, as there are.")
  private static let keys = LayoutKeys(largest: 88, emptyText: "No figures yet")

  private let columns: Int
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    columns = try values.value(of: Self.columns)
    look = try LayoutLook(Self.keys, values)
  }

  /// All figures at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let figures = try (context.content[.figures] ?? []).enumerated().map {
      (index, entry) throws(RenderError) in
      try Figure(entry, number: index + 1, context.words)
    }
    guard !figures.isEmpty else { return try look.nothing(in: context) }
    let beside = min(columns > 0 ? columns : columns(for: figures.count, context), figures.count)
    return try look.arrangement(
      of: figures.count, .figures, smallest: Figures.small(beside: beside), in: context,
      titles: figures.map(\.label)
    ) { (sheet, shown) throws(RenderError) in
      for first in stride(from: 0, to: shown, by: beside) {
        let row = figures[first..<min(first + beside, shown)]
        try sheet.addFigures(Array(row), columns: beside)
      }
    }
  }

  /// The type size of labels, relative to the numbers; in several columns, the numbers are smaller
  /// and the labels are not.
  fileprivate static func small(beside columns: Int) -> Double {
    columns == 1 ? 0.22 : 0.32
  }

  /// The type size of a unit, relative to the number.
  fileprivate static let unit = 0.34

  private func columns(for count: Int, _ context: ComposeContext) -> Int {
    switch count {
    case 1: 1
    case 2...4: 2
    default: context.isTablet ? 3 : 2
    }
  }
}

/// A figure as formatted text.
struct Figure {
  let value: String
  let unit: String
  let label: String
  /// The change; empty if there is none.
  let change: String
  /// The index in the content, from 1.
  let number: Int

  init(
    _ entry: ContentEntry, number: Int, _ words: any LanguageWords
  ) throws(RenderError) {
    self.number = number
    label = entry.text("label") ?? ""
    unit = entry.text("unit") ?? ""
    if let number = entry.number("value") {
      value = try words.number(number, .plain(decimals: 2))
    } else {
      value = entry.text("value") ?? ""
    }
    change =
      try entry.number("change").map { (change) throws(RenderError) in
        try words.number(change, .change(decimals: 2))
      } ?? ""
  }
}

extension Sheet {
  /// Adds a row of figures, with their numbers on one baseline.
  fileprivate mutating func addFigures(
    _ figures: [Figure], columns: Int
  ) throws(RenderError) {
    space(size * 0.34)
    let between = size * 0.3
    let width = (area.width - between * Double(columns - 1)) / Double(columns)
    let top = y
    var lowest = 0.0
    for (index, figure) in figures.enumerated() {
      let along = Double(index) * (width + between)
      let x = isMirrored ? area.maxX - along - width : area.x + along
      var cell = part(Rect(x: x, y: top, width: width, height: area.maxY - top))
      try cell.add(figure, small: size * Figures.small(beside: columns))
      append(cell)
      lowest = max(lowest, cell.height)
    }
    take(
      Size(
        width: width * Double(figures.count) + between * Double(figures.count - 1), height: lowest)
    )
  }

  /// Adds the label, the number with its unit, and the change.
  private mutating func add(_ figure: Figure, small: Double) throws(RenderError) {
    let name = "figure.\(figure.number)"
    try add("\(name).label", try standing(block(figure.label, look.label(small))))
    try addLine(
      name, figure.value, try standing(block(figure.unit, look.label(size * Figures.unit))))
    try add("\(name).change", try standing(block(figure.change, look.label(small))))
  }

  /// Adds the number and its unit on one baseline.
  private mutating func addLine(
    _ name: String, _ value: String, _ unit: TextBlock
  ) throws(RenderError) {
    let own = unit.text.isEmpty ? nil : try measure(unit)
    let gap = own == nil ? 0 : size * 0.1
    let unitWidth = own.map { $0.size.width + 1 } ?? 0
    // All numbers share the largest size at which they fit unbroken, if there is one.
    var style = look.figure(size, look.accent)
    prefers(try measure(block(value, style)).size.width + 1 + gap + unitWidth, of: area.width)
    style = try fitting(value, style, in: area.width - 1 - gap - unitWidth)
    let number = try standing(block(value, style))
    let measured = try measure(number)
    let width = measured.size.width + 1
    let before =
      look.alignment == .center ? max(0, (area.width - width - gap - unitWidth) / 2) : 0
    func frame(_ along: Double, _ width: Double, _ y: Double, _ height: Double) -> Rect {
      Rect(
        x: isMirrored ? area.maxX - before - along - width : area.x + before + along, y: y,
        width: width, height: height)
    }
    draw("\(name).value", number, in: frame(0, width, y, measured.size.height))
    if let own {
      draw(
        "\(name).unit", unit,
        in: frame(
          width + gap, unitWidth, y + measured.firstBaseline - own.firstBaseline, own.size.height))
    }
    take(Size(width: width + gap + unitWidth, height: measured.size.height))
  }

  /// Gives digits the direction of the picture; words keep their own direction.
  private func standing(_ block: TextBlock) throws(RenderError) -> TextBlock {
    guard block.direction == .automatic else { return block }
    guard block.text.contains(where: \.isLetter) else {
      return block.reading(isMirrored ? .rightToLeft : .leftToRight)
    }
    return block.reading(try measure(block).direction)
  }
}
