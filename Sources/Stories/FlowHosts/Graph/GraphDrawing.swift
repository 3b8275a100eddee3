import Flows
package import Graphics
package import WallfarmPluginKit

/// A diagram of a flow: steps in rows, connected by edges.
package struct GraphDrawing {
  private let story: Story
  private let texts: FlowTexts
  private let plan: GraphPlan
  private let text: TextEngine

  private static let box = Size(width: 168, height: 54)
  private static let gap = Size(width: 44, height: 58)
  private static let margin = 40.0
  private static let ink = Color(red: 28, green: 28, blue: 30)
  private static let soft = Color(red: 110, green: 110, blue: 118)
  private static let line = Color(red: 150, green: 150, blue: 160)
  private static let accent = Color(red: 0, green: 96, blue: 223)

  package init(_ story: Story, language: String?, text: TextEngine) {
    self.story = story
    texts = story.texts(in: language)
    plan = GraphPlan(story.flow)
    self.text = text
  }

  /// Renders the diagram as SVG.
  ///
  /// - Throws: `raster-failed`.
  package func svg() throws(RenderError) -> [UInt8] {
    try SVGDrawing.bytes(size: size) { (canvas) throws(RenderError) in
      let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
      try canvas.draw(ShapeContent(.rectangle(page), fill: .color(.white)))
      for (number, edge) in plan.edges.enumerated() { try draw(edge, number, on: canvas) }
      for place in story.flow.steps.indices { try drawStep(place, on: canvas) }
      if hasEnd { try drawEnd(on: canvas) }
    }
  }

  private var hasEnd: Bool { plan.edges.contains { $0.to == nil } }
  private var rowCount: Int { (plan.rows.max() ?? 0) + 1 }

  private func steps(inRow row: Int) -> [Int] {
    story.flow.steps.indices.filter { plan.rows[$0] == row }
  }

  private var columns: Int { (0..<rowCount).map { steps(inRow: $0).count }.max() ?? 1 }

  private var size: Size {
    let (box, gap) = (Self.box, Self.gap)
    // Leave space for backward edges on the right.
    let width = Double(columns) * (box.width + gap.width) - gap.width + 2 * Self.margin + 120
    let rows = Double(rowCount) * (box.height + gap.height)
    return Size(width: width, height: rows + 2 * Self.margin + (hasEnd ? 30 : -gap.height))
  }

  private func frame(of step: Int) -> Rect {
    let row = plan.rows[step]
    let beside = steps(inRow: row)
    let place = Double(beside.firstIndex(of: step) ?? 0)
    let (box, gap) = (Self.box, Self.gap)
    let whole = Double(columns) * (box.width + gap.width) - gap.width
    let own = Double(beside.count) * (box.width + gap.width) - gap.width
    return Rect(
      x: Self.margin + (whole - own) / 2 + place * (box.width + gap.width),
      y: Self.margin + Double(row) * (box.height + gap.height), width: box.width,
      height: box.height)
  }

  private var end: Rect {
    let (box, gap) = (Self.box, Self.gap)
    let whole = Double(columns) * (box.width + gap.width) - gap.width
    return Rect(
      x: Self.margin + whole / 2 - 12,
      y: Self.margin + Double(rowCount) * (box.height + gap.height), width: 24, height: 24)
  }

  private func drawStep(_ place: Int, on canvas: borrowing Canvas) throws(RenderError) {
    let step = story.flow.steps[place]
    let frame = frame(of: place)
    let isStart = place == story.flow.start
    try canvas.draw(
      ShapeContent(
        .rounded(frame, radius: step.isAside ? frame.height / 2 : 10), fill: .color(.white),
        stroke: Stroke(color: isStart ? Self.accent : Self.line, width: isStart ? 2 : 1.2)))
    let title = texts.text("\(step.name).title", story.flow, FlowState(story.flow))
    try words(
      step.name, 9, 500, Self.soft, x: frame.x + 12, y: frame.y + 8, frame.width - 24, canvas)
    try words(title, 12, 650, Self.ink, x: frame.x + 12, y: frame.y + 21, frame.width - 24, canvas)
  }

  private func drawEnd(on canvas: borrowing Canvas) throws(RenderError) {
    try canvas.draw(
      ShapeContent(.ellipse(end), fill: .color(.white), stroke: Stroke(color: Self.ink, width: 1.6))
    )
    try canvas.draw(
      ShapeContent(
        .ellipse(end.inset(by: Insets(horizontal: 5, vertical: 5))), fill: .color(Self.ink)))
  }

  private func draw(
    _ edge: GraphPlan.Edge, _ number: Int, on canvas: borrowing Canvas
  ) throws(RenderError) {
    let from = frame(of: edge.from)
    let to = edge.to.map { frame(of: $0) } ?? end
    let goesDown = to.y > from.y
    let start: Point
    let stop: Point
    let path: [PathElement]
    if goesDown {
      start = Point(x: from.midX, y: from.maxY)
      stop = Point(x: to.midX, y: to.y - 5)
      let pull = max(24, (stop.y - start.y) / 2)
      path = [
        .move(start),
        .curve(
          Point(x: start.x, y: start.y + pull), Point(x: stop.x, y: stop.y - pull), stop),
      ]
    } else {
      // Curve backward edges to the right by different amounts, so that they can be distinguished.
      start = Point(x: from.maxX, y: from.midY)
      stop = Point(x: to.maxX + 5, y: to.midY + 8)
      let bow = max(start.x, stop.x) + 26 + Double(number % 6) * 12
      path = [
        .move(start), .curve(Point(x: bow, y: start.y), Point(x: bow, y: stop.y), stop),
      ]
    }
    let color = edge.isGate ? Self.accent : Self.line
    try canvas.draw(
      ShapeContent(.path(path), stroke: Stroke(color: color, width: edge.isGate ? 1.8 : 1.1)))
    try drawHead(at: stop, pointsDown: goesDown, color, on: canvas)
    // Stack the labels of edges that start at the same step.
    let beside = plan.edges.filter { $0.from == edge.from }.firstIndex(of: edge) ?? 0
    let label =
      goesDown
      ? Point(x: start.x + 5, y: start.y + 3 + Double(beside) * 10)
      : Point(x: start.x + 6, y: start.y - 12 + Double(beside % 3) * 10)
    try words(
      edge.name, 8, 500, edge.isGate ? Self.accent : Self.soft, x: label.x, y: label.y, 120, canvas)
  }

  private func drawHead(
    at tip: Point, pointsDown: Bool, _ color: Color, on canvas: borrowing Canvas
  ) throws(RenderError) {
    let (one, other) =
      pointsDown
      ? (Point(x: tip.x - 4, y: tip.y - 7), Point(x: tip.x + 4, y: tip.y - 7))
      : (Point(x: tip.x + 7, y: tip.y - 4), Point(x: tip.x + 7, y: tip.y + 4))
    try canvas.draw(
      ShapeContent(.path([.move(tip), .line(one), .line(other), .close]), fill: .color(color)))
  }

  private func words(
    _ words: String, _ size: Double, _ weight: Int, _ color: Color, x: Double, y: Double,
    _ width: Double, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    let style = TextStyle(family: "Inter", size: size, weight: weight, color: color)
    let block = TextBlock(words, style: style, language: texts.language, lineLimit: 2)
    let shaped = try text.shape(block, width: width)
    try canvas.draw(shaped, at: Point(x: x, y: y), color: color)
  }
}
