import WallfarmPluginKit

extension Sheet {
  /// Adds the label, the value, and a bar with marks and their values.
  mutating func addBar(
    _ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes, isBeside: Bool
  ) throws(RenderError) {
    try addNumbers(goal, words, sizes, isBeside: isBeside)
    space(max(sizes.small * 0.7, size * 0.12))
    let thick = max(size * 0.15, sizes.small * 0.5)
    let bar = Rect(x: area.x, y: y, width: area.width, height: thick)
    draw("\(goal.name).track", Marks.pill(bar), fill: .color(look.track))
    if goal.share > 0 {
      // The width is at least the width of the bar's rounded ends.
      let length = max(thick, area.width * goal.share)
      let done = Rect(
        x: isMirrored ? area.maxX - length : area.x, y: y, width: length, height: thick)
      draw("\(goal.name).bar", Marks.pill(done), fill: .color(look.accent))
    }
    take(Size(width: area.width, height: thick))
    try addMarks(goal, words.length, thick, sizes)
  }

  /// Returns whether the value and the goal of every bar fit next to each other on one line.
  func hasRoomBeside(_ words: [GoalWords], _ sizes: GoalSizes) throws(RenderError) -> Bool {
    for words in words {
      let rest = try measure(block(words.rest(), look.label(sizes.small))).size.width
      let value = try measure(block(words.value, look.figure(size))).size.width
      let between = size * Sheet.between
      guard rest + 2 < (area.width - between) / 2, value + between + rest + 2 < area.width else {
        return false
      }
    }
    return true
  }

  /// The gap between a value and its goal, relative to the size of the value.
  private static let between = 0.3

  /// Adds the label and, below it, the value and the goal, on one line or on two.
  private mutating func addNumbers(
    _ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes, isBeside: Bool
  ) throws(RenderError) {
    let label = block(goal.label, look.title(sizes.title), alignment: .start)
    try add("\(goal.name).label", label)
    let small = look.label(sizes.small)
    let value = block(words.value, look.figure(size))
    // In fonts with a small line height, the value would otherwise touch the label.
    space(max(size * 0.02, size * 0.1 - (try measure(value).ink.y)))
    if isBeside {
      try addRow(
        goal.name, value, block(words.rest(), small), gap: 0, between: size * Sheet.between,
        names: ("value", "goal"))
      return
    }
    try addNumber("\(goal.name).value", value)
    let width = try measure(block(words.rest(), small)).size.width
    let rest = words.rest(canBreak: breaksWords && width + 1 > area.width)
    try addNumber("\(goal.name).goal", block(rest, small))
  }

  /// Adds a number on its own lines.
  ///
  /// If the number is wider than the area, the sheet does not fit, because numbers must not be
  /// broken.
  private mutating func addNumber(
    _ name: String, _ block: TextBlock, gap: Double = 0
  ) throws(RenderError) {
    for word in block.text.split(separator: " ") where word.contains(where: \.isNumber) {
      needs(try measure(self.block(String(word), block.style)).size.width + 1, of: area.width)
    }
    // Digits have no text direction of their own, so they take the direction of the sheet.
    try add(
      name,
      block.direction == .automatic
        ? block.reading(isMirrored ? .rightToLeft : .leftToRight) : block, gap: gap)
  }

  /// Adds a stroke for each mark, with its value if there is space.
  private mutating func addMarks(
    _ goal: Goal, _ length: NumberLength, _ thick: Double, _ sizes: GoalSizes
  ) throws(RenderError) {
    guard !goal.marks.isEmpty else { return }
    var labels = try markLabels(of: goal, length, sizes)
    // Use short numbers if more of them fit.
    if labels.count < goal.marks.count {
      let short = try markLabels(of: goal, .short, sizes)
      if short.count > labels.count { labels = short }
    }
    let top = y + thick * 0.45
    let stroke = thick * 0.55
    var strokes: [PathElement] = []
    for mark in goal.marks {
      let along = area.width * mark / goal.goal
      let x = isMirrored ? area.maxX - along : area.x + along
      strokes += [.move(Point(x: x, y: top)), .line(Point(x: x, y: top + stroke))]
    }
    var lowest = top + stroke
    for label in labels {
      let left =
        isMirrored ? area.maxX - label.place - label.size.width : area.x + label.place
      let frame = Rect(
        x: left, y: top + stroke + sizes.small * 0.15, width: label.size.width,
        height: label.size.height)
      draw("\(goal.name).mark.\(label.number)", label.block, in: frame)
      lowest = max(lowest, frame.maxY)
    }
    draw(
      "\(goal.name).marks", .path(strokes),
      stroke: Stroke(color: look.color.opacity(0.6), width: max(1, size * 0.014)))
    take(Size(width: area.width, height: lowest - y))
  }

  /// The value of a mark at its position along the bar.
  private struct MarkLabel {
    let number: Int
    let block: TextBlock
    let size: Size
    let place: Double
  }

  /// Returns labels with the values of the marks, except labels that would touch the previous
  /// label.
  private func markLabels(
    of goal: Goal, _ length: NumberLength, _ sizes: GoalSizes
  ) throws(RenderError) -> [MarkLabel] {
    var (labels, lastEnd) = ([MarkLabel](), -Double.infinity)
    for (index, mark) in goal.marks.enumerated() {
      let text = block(try length.text(mark, context.words), look.label(sizes.small))
      let own = try measure(text).size
      let width = own.width + 1
      let along = area.width * mark / goal.goal
      let place = min(max(along - width / 2, 0), area.width - width)
      guard place >= lastEnd + sizes.small * 0.6 else { continue }
      lastEnd = place + width
      labels.append(
        MarkLabel(
          number: index + 1, block: text, size: Size(width: width, height: own.height),
          place: place))
    }
    return labels
  }

  /// Adds a ring with the percentage inside it, and the label and the value below it.
  mutating func addRing(_ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes) throws(RenderError) {
    let radius = min(size * 1.15, area.width / 2)
    needs(size * 2.3, of: area.width)
    let x =
      look.alignment == .center
      ? area.midX : isMirrored ? area.maxX - radius : area.x + radius
    try drawRing(goal, Point(x: x, y: y + radius), radius: radius)
    take(Size(width: 2 * radius, height: 2 * radius))
    space(size * 0.22)
    try addLabels(goal, words, sizes)
  }

  /// Adds one of several rings.
  ///
  /// The ring is smaller than a single ring, and has the label and the value next to it.
  mutating func addRingAndWords(_ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes)
    throws(RenderError)
  {
    let radius = min(size * 0.8, area.width / 5)
    needs(size * 4, of: area.width)
    let beside = 2 * radius + size * 0.4
    let room = Rect(
      x: isMirrored ? area.x : area.x + beside, y: y, width: area.width - beside, height: 0)
    var labels = part(room)
    try labels.addLabels(goal, words, sizes, alignment: .start)
    let height = max(2 * radius, labels.height)
    // Lay out the labels again, so that they are vertically centered on the ring.
    labels = part(room.offset(y: (height - labels.height) / 2))
    try labels.addLabels(goal, words, sizes, alignment: .start)
    let x = isMirrored ? area.maxX - radius : area.x + radius
    try drawRing(goal, Point(x: x, y: y + height / 2), radius: radius)
    append(labels)
    take(Size(width: beside + labels.width, height: height))
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
      // The ends are round, like the ends of a bar.
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

  /// Adds the percentage in large type, and the value below it.
  mutating func addFigures(_ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes) throws(RenderError)
  {
    let percent = try context.words.number(goal.percent, .percent(decimals: 0))
    let style = try fitting(percent, look.figure(size, look.accent), in: area.width)
    var figure = block(percent, style)
    // Digits have no text direction of their own, so they take the direction of the sheet.
    if figure.direction == .automatic {
      figure.direction = isMirrored ? .rightToLeft : .leftToRight
    }
    try add("\(goal.name).percent", figure)
    try addLabels(goal, words, sizes)
  }

  private mutating func addLabels(
    _ goal: Goal, _ words: GoalWords, _ sizes: GoalSizes, alignment: TextAlignment? = nil
  ) throws(RenderError) {
    let title = block(goal.label, look.title(sizes.title), alignment: alignment)
    try add("\(goal.name).label", title)
    let style = look.label(sizes.small)
    var text = words.value + "\u{A0}" + words.rest()
    if breaksWords, try measure(block(text, style)).size.width + 1 > area.width {
      text = words.value + " " + words.rest(canBreak: true)
    }
    try addNumber(
      "\(goal.name).value", block(text, style, alignment: alignment), gap: sizes.small * 0.3)
  }
}
