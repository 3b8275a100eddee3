import WallfarmPluginKit

extension Sheet {
  /// Adds the label, the value, a bar, and its marks with their values.
  mutating func addBar(_ goal: Goal, _ sizes: GoalSizes) throws(RenderError) {
    let small = size * sizes.small
    let words = try goal.words(context.words)
    try addFirstLine(goal, figure: words.value, rest: words.rest, sizes)
    space(small * 0.9)
    let thick = size * 0.15
    let bar = Rect(x: area.x, y: y, width: area.width, height: thick)
    draw("\(goal.name).track", Marks.pill(bar), fill: .color(look.track))
    if goal.share > 0 {
      // At least as wide as its round ends.
      let length = max(thick, area.width * goal.share)
      let done = Rect(
        x: isMirrored ? area.maxX - length : area.x, y: y, width: length, height: thick)
      draw("\(goal.name).bar", Marks.pill(done), fill: .color(look.accent))
    }
    take(Size(width: area.width, height: thick))
    try addMarks(goal, thick, sizes)
  }

  /// Adds a stroke for each mark, with its value if there is room.
  private mutating func addMarks(_ goal: Goal, _ thick: Double, _ sizes: GoalSizes)
    throws(RenderError)
  {
    guard !goal.marks.isEmpty else { return }
    let style = look.label(size * sizes.small)
    let top = y + thick * 0.45
    let length = thick * 0.55
    var (strokes, lastEnd, lowest) = ([PathElement](), -Double.infinity, top + length)
    for (index, mark) in goal.marks.enumerated() {
      let along = area.width * mark / goal.goal
      let x = isMirrored ? area.maxX - along : area.x + along
      strokes += [.move(Point(x: x, y: top)), .line(Point(x: x, y: top + length))]
      let text = block(try context.words.number(mark, .plain(decimals: 2)), style)
      let size = try measure(text).size
      let width = size.width + 1
      let place = min(max(along - width / 2, 0), area.width - width)
      guard place >= lastEnd + style.size * 0.6 else { continue }
      lastEnd = place + width
      let left = isMirrored ? area.maxX - place - width : area.x + place
      let frame = Rect(
        x: left, y: top + length + style.size * 0.15, width: width, height: size.height)
      draw("\(goal.name).mark.\(index + 1)", text, in: frame)
      lowest = max(lowest, frame.maxY)
    }
    draw(
      "\(goal.name).marks", .path(strokes),
      stroke: Stroke(color: look.color.opacity(0.6), width: max(1, size * 0.014)))
    take(Size(width: area.width, height: lowest - y))
  }

  /// Adds the label, and below it the value and the goal on one line.
  private mutating func addFirstLine(
    _ goal: Goal, figure: String, rest: String, _ sizes: GoalSizes
  ) throws(RenderError) {
    let label = block(goal.label, look.title(size * sizes.title), alignment: .start)
    try add("\(goal.name).label", label)
    space(size * 0.02)
    try addRow(
      goal.name, block(figure, try fitting(figure, look.figure(size), in: area.width * 0.62)),
      block(rest, look.label(size * sizes.small)), gap: 0, names: ("value", "goal"))
  }

  /// Adds a ring with the percentage inside, and the label and the value below.
  mutating func addRing(_ goal: Goal, _ sizes: GoalSizes) throws(RenderError) {
    let radius = min(size * 1.15, area.width / 2)
    needs(size * 2.3, of: area.width)
    let x =
      look.alignment == .center
      ? area.midX : isMirrored ? area.maxX - radius : area.x + radius
    try drawRing(goal, Point(x: x, y: y + radius), radius: radius)
    take(Size(width: 2 * radius, height: 2 * radius))
    space(size * 0.22)
    try addLabels(goal, sizes)
  }

  /// Adds one of several rings: smaller, with the label and the value beside it.
  mutating func addRingAndWords(_ goal: Goal, _ sizes: GoalSizes) throws(RenderError) {
    let radius = min(size * 0.8, area.width / 5)
    needs(size * 4, of: area.width)
    let beside = 2 * radius + size * 0.4
    let room = Rect(
      x: isMirrored ? area.x : area.x + beside, y: y, width: area.width - beside, height: 0)
    var words = part(room)
    try words.addLabels(goal, sizes, alignment: .start)
    let height = max(2 * radius, words.height)
    // Laid out again, vertically centered on the ring.
    words = part(room.offset(y: (height - words.height) / 2))
    try words.addLabels(goal, sizes, alignment: .start)
    let x = isMirrored ? area.maxX - radius : area.x + radius
    try drawRing(goal, Point(x: x, y: y + height / 2), radius: radius)
    append(words)
    take(Size(width: beside + words.width, height: height))
  }

  private mutating func drawRing(
    _ goal: Goal, _ center: Point, radius: Double
  ) throws(RenderError) {
    let thick = radius * 0.17
    let middle = radius - thick / 2
    let circle = Marks.dot(center, radius: middle)
    draw("\(goal.name).track", circle, stroke: Stroke(color: look.track, width: thick))
    if goal.share > 0 {
      draw(
        "\(goal.name).ring",
        goal.share == 1
          ? circle
          : Marks.arc(center, radius: middle, share: goal.share, isMirrored: isMirrored),
        stroke: Stroke(color: look.accent, width: thick))
      // Round ends, as those of a bar.
      if goal.share < 1 {
        draw(
          "\(goal.name).ends",
          Marks.dots(
            [0, goal.share].map {
              Marks.point(center, radius: middle, share: $0, isMirrored: isMirrored)
            }, radius: thick / 2), fill: .color(look.accent))
      }
    }
    let percent = try context.words.number(goal.percent, .percent(decimals: 0))
    let inside = (radius - thick) * 1.5
    let text = block(
      percent, try fitting(percent, look.figure(radius * 0.54), in: inside), alignment: .center)
    let height = try measure(text).size.height
    draw(
      "\(goal.name).percent", text,
      in: Rect(
        x: center.x - inside / 2, y: center.y - height / 2, width: inside, height: height))
  }

  /// Adds the percentage in large type, and the value below.
  mutating func addFigures(_ goal: Goal, _ sizes: GoalSizes) throws(RenderError) {
    let percent = try context.words.number(goal.percent, .percent(decimals: 0))
    let style = try fitting(percent, look.figure(size, look.accent), in: area.width)
    var figure = block(percent, style)
    // Digits have no direction of their own, so they take that of the words.
    if figure.direction == .automatic {
      figure.direction = isMirrored ? .rightToLeft : .leftToRight
    }
    try add("\(goal.name).percent", figure)
    try addLabels(goal, sizes)
  }

  private mutating func addLabels(
    _ goal: Goal, _ sizes: GoalSizes, alignment: TextAlignment? = nil
  ) throws(RenderError) {
    let small = size * sizes.small
    let words = try goal.words(context.words)
    let title = block(goal.label, look.title(size * sizes.title), alignment: alignment)
    try add("\(goal.name).label", title)
    var line = block(
      words.value + "\u{A0}" + words.rest, look.label(small), alignment: alignment)
    if line.direction == .automatic { line.direction = isMirrored ? .rightToLeft : .leftToRight }
    try add("\(goal.name).value", line, gap: small * 0.3)
  }
}
