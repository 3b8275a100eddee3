import WallfarmPluginKit

/// Rows of photos with equal height, each with the days and places that start in it.
struct TimelineRows {
  let photos: [PlacedPhoto]
  let gap: Double
  /// The width of the margin for the line in points; 0 if no row has a caption.
  let gutter: Double
  /// The height of each row in points; nil if not all rows fit.
  private(set) var height: Double?
  private(set) var rows: [Range<Int>] = []

  /// The width of the margin for the line, relative to the type size.
  private static let gutter = 1.5
  /// The height of a caption with its gaps, relative to the type size.
  static let caption = 2.0
  /// Minimum height of a row in points on a phone, below which photos are unrecognizable.
  private static let least = 54.0

  /// Finds the height with the least cropping and the best use of the area.
  init(_ photos: [PlacedPhoto], gap: Double, in sheet: Sheet) {
    (self.photos, self.gap) = (photos, gap)
    gutter = photos.contains { !$0.mark.isEmpty } ? sheet.size * TimelineRows.gutter : 0
    let width = sheet.area.width - gutter
    let least = TimelineRows.least * sheet.context.typeScale
    let ratios = photos.map(\.ratio)
    let days = photos.map(\.day)
    // Photos of several days in one row cost as much as cropping by a third.
    func cost(of row: Range<Int>) -> Double {
      row.dropFirst().contains { days[$0] != days[$0 - 1] } ? 0.12 : 0
    }
    var best: (score: Double, height: Double, rows: [Range<Int>])?
    for step in 0...40 {
      let height = least + (sheet.area.height - least) * Double(step) / 40
      let found = PhotoRows.rows(of: ratios, width: width, height: height, gap: gap, cost: cost)
      let taken = length(of: found.rows, height, sheet.size)
      guard taken <= sheet.area.height else { continue }
      let empty = 1 - taken / sheet.area.height
      let score = found.cost / Double(found.rows.count) * 10 + empty
      if score < best?.score ?? .infinity { best = (score, height, found.rows) }
    }
    (height, rows) = (best?.height, best?.rows ?? [])
  }

  /// The total height, from the first caption to the last row.
  private func length(of rows: [Range<Int>], _ height: Double, _ size: Double) -> Double {
    rows.reduce(-gap) { sum, row in
      sum + height + gap + (hasCaption(row) ? size * TimelineRows.caption : 0)
    }
  }

  /// Whether a day or a place starts in a row.
  func hasCaption(_ row: Range<Int>) -> Bool {
    row.contains { index in
      let mark = photos[index].mark
      return !mark.isEmpty && (index == 0 || mark != photos[index - 1].mark)
    }
  }
}

extension PlacedPhoto {
  /// The day and place in a caption.
  struct Mark: Hashable {
    let day: Day?
    let place: String

    var isEmpty: Bool { day == nil && place.isEmpty }
  }

  var mark: Mark { Mark(day: day, place: entry.text("place") ?? "") }
}

extension Sheet {
  /// Draws all rows.
  ///
  /// - Returns: the number of captions that are shortened, because they are too long even at the
  ///   smallest size.
  mutating func add(_ timeline: TimelineRows, radius: Double) throws(RenderError) -> Int {
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
        let caption = try caption(timeline.photos[row], width: width).reading(reading)
        let room = size * TimelineRows.caption
        let measured = try measure(caption, width: width)
        if measured.isClipped { shortened += 1 }
        let top = y + (room - measured.size.height) / 2
        draw(
          "caption.\(index + 1)", caption,
          in: Rect(x: left, y: top, width: width, height: measured.size.height))
        dots.append(Point(x: lineX, y: top + measured.size.height / 2))
        take(Size(width: area.width, height: room))
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

  /// The direction of the first caption, at whose leading side all rows start.
  private func reading(of timeline: TimelineRows) throws(RenderError) -> TextDirection {
    guard let first = timeline.rows.first(where: timeline.hasCaption) else {
      return isMirrored ? .rightToLeft : .leftToRight
    }
    return try direction(of: words(of: timeline.photos[first]))
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

  /// A caption on one line, such as `Reykjavík · Vík  12 – 13 July`: reduced in size if it is too
  /// long, and then shortened.
  private mutating func caption(
    _ photos: ArraySlice<PlacedPhoto>, width: Double
  ) throws(RenderError) -> TextBlock {
    var block = try words(of: photos)
    let length = try measure(block).size.width
    prefers(length, of: width)
    // If shortening is not allowed, the sheet does not fit.
    if context.overflow == .fail { needs(length, of: width) }
    block.lineLimit = 1
    return block
  }

  /// The days and places of a row.
  private func words(of photos: ArraySlice<PlacedPhoto>) throws(RenderError) -> TextBlock {
    let days = photos.compactMap(\.day)
    let dates: String =
      if let first = days.min(), let last = days.max() {
        try context.words.days(first, through: last)
      } else { "" }
    var places: [String] = []
    for photo in photos where !photo.mark.place.isEmpty && !places.contains(photo.mark.place) {
      places.append(photo.mark.place)
    }
    let place = places.joined(separator: " · ")
    var spans: [TextSpan] = []
    if !place.isEmpty { spans.append(TextSpan(place + (dates.isEmpty ? "" : "  "))) }
    if !dates.isEmpty { spans.append(TextSpan(dates, weight: 400)) }
    return block(spans, look.title(size))
  }
}
