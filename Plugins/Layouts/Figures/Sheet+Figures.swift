import WallfarmPluginKit

extension Sheet {
  /// Adds figures in rows, with each change next to its number if there is space, and otherwise
  /// below the number.
  ///
  /// Numbers that are too wide even at the size `smallest`, in points, are reduced further.
  mutating func add(
    _ figures: ArraySlice<Figure>, columns: Int, smallest: Double
  ) throws(RenderError) {
    var best: Sheet?
    let hasChange = figures.contains { !$0.change.isEmpty }
    // Before the numbers become smaller than `smallest`, move the changes below their numbers.
    for isBeside in !hasChange || breaksWords ? [false] : [true, false] {
      var trial = part(area)
      let cells = FigureCells(figures, columns: columns, isBeside: isBeside, in: trial)
      try trial.add(figures, in: cells, canShrink: breaksWords && size <= smallest + 0.01)
      if trial.taken < best?.taken ?? .infinity { best = trial }
      if trial.taken <= 1 { break }
    }
    guard let best else { return }
    append(best)
    take(Size(width: best.width, height: best.height))
  }

  /// The fraction of the area that the sheet occupies; if it is greater than 1, the sheet does not
  /// fit.
  private var taken: Double { max(crowding, height / max(area.height, 1)) }

  private mutating func add(
    _ figures: ArraySlice<Figure>, in cells: FigureCells, canShrink: Bool
  ) throws(RenderError) {
    var cells = cells
    var wished = try widths(of: figures, cells)
    let room = area.width - cells.gap * Double(cells.columns - 1)
    let sum = wished.reduce(0, +)
    let isReadable = cells.number * min(1, room / sum) >= FigureCells.smallestReadable
    if !canShrink || !isReadable { needs(sum, of: room) }
    guard crowding <= 1 else { return }
    if sum > room {
      cells.scale(by: room / sum * 0.99)
      wished = wished.map { $0 * room / sum }
    }
    // Distribute the remaining width equally among the columns.
    let left = (room - wished.reduce(0, +)) / Double(cells.columns)
    cells.widths = wished.map { $0 + left }
    for first in stride(from: figures.startIndex, to: figures.endIndex, by: cells.columns) {
      try addRow(figures[first..<min(first + cells.columns, figures.endIndex)], cells)
    }
  }

  /// Returns the width that each column needs.
  ///
  /// Each width is at least half of an equal share of the area.
  private func widths(
    of figures: ArraySlice<Figure>, _ cells: FigureCells
  ) throws(RenderError) -> [Double] {
    let least = (area.width / Double(cells.columns) - cells.gap) / 2
    var widths = Array(repeating: max(least, 0), count: cells.columns)
    for (index, figure) in figures.enumerated() {
      let line = try FigureLine(figure, cells, in: self)
      var width = max(line.width, cells.isBeside ? 0 : line.change.map { $0.width } ?? 0)
      if !breaksWords {
        for word in figure.label.unbreakableWords {
          let measured = try measure(block(word, look.label(cells.sizes.label)))
          width = max(width, measured.size.width + 1)
        }
      }
      widths[index % cells.columns] = max(widths[index % cells.columns], width)
    }
    return widths
  }

  /// Adds a row of figures, with their numbers on one baseline.
  private mutating func addRow(
    _ figures: ArraySlice<Figure>, _ cells: FigureCells
  ) throws(RenderError) {
    space(cells.number * 0.3)
    var labels: [(block: TextBlock, height: Double)] = []
    for (figure, width) in zip(figures, cells.widths) {
      let label = try standing(block(figure.label, look.label(cells.sizes.label)))
      let measured = try measure(label, width: width)
      labels.append(
        (standing(label, measured), figure.label.isEmpty ? 0 : measured.size.height))
    }
    let lines = try figures.map { (figure) throws(RenderError) in
      try FigureLine(figure, cells, in: self)
    }
    // Align the bottoms of the labels, and place the numbers on one baseline, so that the gap
    // between labels and numbers does not depend on the font's line height.
    let labelHeight = labels.map(\.height).max() ?? 0
    let gap = labelHeight > 0 ? cells.number * 0.2 : 0
    let rise = lines.map { $0.value.measured.firstBaseline - $0.value.measured.ink.y }.max() ?? 0
    let baseline = y + labelHeight + gap + rise
    var (along, bottom) = (0.0, y + labelHeight)
    for (index, (figure, line)) in zip(figures, lines).enumerated() {
      let cellWidth = cells.widths[index]
      let x = isMirrored ? area.maxX - along - cellWidth : area.x + along
      let (label, height) = labels[index]
      if height > 0 {
        draw(
          "\(figure.name).label", label,
          in: Rect(x: x, y: y + labelHeight - height, width: cellWidth, height: height))
      }
      let lowest = draw(line, of: figure, x: x, width: cellWidth, baseline: baseline, cells)
      bottom = max(bottom, lowest)
      along += cellWidth + cells.gap
    }
    take(Size(width: along - cells.gap, height: bottom - y))
  }

  /// Draws a number with its unit and its change.
  ///
  /// - Returns: the bottom of the lowest text.
  private mutating func draw(
    _ line: FigureLine, of figure: Figure, x: Double, width: Double, baseline: Double,
    _ cells: FigureCells
  ) -> Double {
    func place(_ part: FigureLine.Part, _ before: Double, _ along: Double, y: Double) -> Rect {
      let start = before + along
      return Rect(
        x: isMirrored ? x + width - start - part.width : x + start, y: y,
        width: part.width, height: part.measured.size.height)
    }
    func indent(_ length: Double) -> Double {
      look.alignment == .center ? max(0, (width - length) / 2) : 0
    }
    let before = indent(line.width)
    var (along, bottom) = (0.0, baseline)
    let beside = [
      ("value", line.value, 0), ("unit", line.unit, line.unitGap),
      ("change", cells.isBeside ? line.change : nil, line.changeGap),
    ]
    for case (let name, let part?, let gap) in beside {
      along += gap
      let frame = place(part, before, along, y: baseline - part.measured.firstBaseline)
      draw("\(figure.name).\(name)", part.block, in: frame)
      along += part.width
      bottom = max(bottom, frame.maxY)
    }
    guard !cells.isBeside, let change = line.change else { return bottom }
    let below = place(change, indent(change.width), 0, y: bottom)
    draw("\(figure.name).change", change.block, in: below)
    return below.maxY
  }

  /// Gives text without letters the direction of the picture; other text keeps its own direction.
  fileprivate func standing(_ block: TextBlock) throws(RenderError) -> TextBlock {
    guard block.direction == .automatic else { return block }
    guard block.text.contains(where: \.isLetter) else {
      return block.reading(isMirrored ? .rightToLeft : .leftToRight)
    }
    return block.reading(try measure(block).direction)
  }
}

/// The grid of cells that hold figures, and the type sizes in the cells.
private struct FigureCells {
  /// The minimum type size of the numbers in points; the numbers are never reduced below this size.
  static let smallestReadable = 6.0

  let columns: Int
  /// Whether changes are next to the numbers, on the same baseline.
  let isBeside: Bool
  /// The type size of all numbers.
  private(set) var number: Double
  private(set) var sizes: FigureSizes
  /// The gap between columns.
  let gap: Double
  /// The widths of the columns.
  var widths: [Double] = []
  private let smallest: Double

  init(_ figures: ArraySlice<Figure>, columns: Int, isBeside: Bool, in sheet: Sheet) {
    (self.columns, self.isBeside, number) = (columns, isBeside, sheet.size)
    smallest = sheet.look.minSize * sheet.context.typeScale
    gap = sheet.size * 0.36
    sizes = FigureSizes(beside: number, smallest: smallest)
  }

  /// Scales the numbers, and adapts the sizes of the text next to them.
  mutating func scale(by factor: Double) {
    number *= factor
    sizes = FigureSizes(beside: number, smallest: smallest)
  }
}

/// The measured number, unit and change of a figure.
private struct FigureLine {
  struct Part {
    let block: TextBlock
    let measured: TextMeasurement
    /// The width in points, plus 1 pt so that the text fits on one line.
    var width: Double { measured.size.width + 1 }
  }

  let value: Part
  let unit: Part?
  let change: Part?
  let unitGap: Double
  let changeGap: Double
  /// The total width of the parts on the number's baseline.
  let width: Double

  init(_ figure: Figure, _ cells: FigureCells, in sheet: Sheet) throws(RenderError) {
    func part(_ text: String, _ style: TextStyle) throws(RenderError) -> Part? {
      guard !text.isEmpty else { return nil }
      let block = try sheet.standing(sheet.block(text, style))
      return Part(block: block, measured: try sheet.measure(block))
    }
    let (look, sizes) = (sheet.look, cells.sizes)
    let style = look.figure(cells.number, look.accent)
    let block = try sheet.standing(sheet.block(figure.value, style))
    value = Part(block: block, measured: try sheet.measure(block))
    unit = try part(figure.unit, look.label(sizes.unit))
    change = try part(figure.change, look.label(sizes.change))
    unitGap = cells.number * 0.12
    changeGap = cells.number * 0.3
    var width = value.width
    if let unit { width += unitGap + unit.width }
    if cells.isBeside, let change { width += changeGap + change.width }
    self.width = width
  }
}
