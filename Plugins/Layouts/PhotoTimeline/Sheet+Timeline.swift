import WallfarmPluginKit

extension Sheet {
  /// Draws photos in rows, with captions that have as few lines as possible.
  ///
  /// - Returns: the number of captions in which place names are shortened.
  mutating func add(
    _ photos: [PlacedPhoto], gap: Double, radius: Double
  ) throws(RenderError) -> Int {
    let least = max(look.minSize, look.maxSize * Sheet.oneLine) * context.typeScale
    // While the type is larger than `least`, captions have one line, because smaller type on one
    // line is better than larger type on two lines.
    let most = size <= least + 0.01 ? 3 : 1
    var best: (sheet: Sheet, shortened: Int)?
    for lines in 1...most {
      var trial = part(area)
      let shortened = try trial.add(
        TimelineRows(photos, gap: gap, lines: lines, in: trial), radius: radius)
      let isBetter = best.map {
        (max(trial.crowding, 1), shortened) < (max($0.sheet.crowding, 1), $0.shortened)
      }
      if isBetter ?? true { best = (trial, shortened) }
      if trial.crowding <= 1, shortened == 0 { break }
    }
    guard let best else { return 0 }
    append(best.sheet)
    // Smaller type is tried before places are shortened.
    if most == 1, best.shortened > 0 { needs(2, of: 1) }
    take(Size(width: best.sheet.width, height: best.sheet.height))
    return best.shortened
  }

  /// The type size above which captions have only one line, relative to the maximum size.
  private static let oneLine = 0.82

  private mutating func add(
    _ timeline: TimelineRows, radius: Double
  ) throws(RenderError) -> Int {
    guard let height = timeline.height else {
      needs(2, of: 1)
      return 0
    }
    let width = area.width - timeline.gutter
    let reading = try reading(of: timeline)
    let isMirrored = reading == .rightToLeft
    let left = isMirrored ? area.x : area.x + timeline.gutter
    var shortened = 0
    var dots: [Point] = []
    let lineX = isMirrored ? area.maxX - size * 0.3 : area.x + size * 0.3
    for (index, row) in timeline.rows.enumerated() {
      if index > 0 { take(Size(width: 0, height: timeline.gap)) }
      if timeline.hasCaption(row) {
        let caption = try Caption(
          of: timeline.photos[row], lines: timeline.lines, width: width, reading, in: self)
        for part in caption.unbreakable { needs(part, of: width) }
        if caption.isShortened {
          shortened += 1
          if context.overflow == .fail || !breaksWords { needs(2, of: 1) }
        }
        let top = y + (timeline.caption - caption.height) / 2
        var y = top
        for (number, line) in caption.parts.enumerated() {
          let name = "caption.\(index + 1)" + (number == 0 ? "" : ".days")
          let size = line.measured.size
          draw(name, line.block, in: Rect(x: left, y: y, width: width, height: size.height))
          if number == 0 {
            dots.append(
              Point(x: lineX, y: y + line.measured.firstBaseline - self.size * 0.36))
          }
          y += size.height
        }
        take(Size(width: area.width, height: timeline.caption))
      }
      draw(
        row, of: timeline, Rect(x: left, y: y, width: width, height: height),
        isMirrored: isMirrored, radius)
      take(Size(width: area.width, height: height))
    }
    guard let first = dots.first else { return shortened }
    draw(
      "line", .path([.move(first), .line(Point(x: lineX, y: y))]),
      stroke: Stroke(color: look.track, width: max(1, size * 0.09)))
    draw("days", Marks.dots(dots, radius: size * 0.27), fill: .color(look.accent))
    return shortened
  }

  /// The reading direction of the first caption; all rows start at the side where it begins.
  private func reading(of timeline: TimelineRows) throws(RenderError) -> TextDirection {
    guard let first = timeline.rows.first(where: timeline.hasCaption) else {
      return isMirrored ? .rightToLeft : .leftToRight
    }
    let words = try CaptionWords(of: timeline.photos[first], context.words)
    return try direction(of: block(words.spans, look.title(size)))
  }

  private mutating func draw(
    _ row: Range<Int>, of timeline: TimelineRows, _ strip: Rect, isMirrored: Bool,
    _ radius: Double
  ) {
    let free = strip.width - timeline.gap * Double(row.count - 1)
    let sum = timeline.photos[row].reduce(0) { $0 + $1.ratio }
    // A short last row keeps the aspect ratios of its photos.
    let isShort = row.upperBound == timeline.photos.count && sum * strip.height < free * 0.75
    var x = isMirrored ? strip.maxX : strip.x
    for index in row {
      let photo = timeline.photos[index]
      let own = isShort ? photo.ratio * strip.height : free * photo.ratio / sum
      let frame = Rect(x: isMirrored ? x - own : x, y: strip.y, width: own, height: strip.height)
      draw(photo.layer("photo.\(index + 1)", in: frame, radius: radius))
      x += (own + timeline.gap) * (isMirrored ? -1 : 1)
    }
  }
}
