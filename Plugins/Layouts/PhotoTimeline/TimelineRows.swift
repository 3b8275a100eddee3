import PluginParts
import WallfarmPluginKit

/// Rows of photos of one height, each with the days and places that begin in it.
struct TimelineRows {
  let photos: [PlacedPhoto]
  let gap: Double
  /// Height of each row, in points; nil where not all have room.
  let height: Double?
  private(set) var rows: [Range<Int>] = []

  /// Room at the side for the line, of the type size.
  static let gutter = 1.5
  /// Height of a caption with the room round it, of the type size.
  static let caption = 2.0
  /// A row is at least so high, in points on a phone: on a smaller photo nothing is seen.
  private static let least = 54.0

  /// Finds the height at which least is cut away and the area is filled best.
  init(_ photos: [PlacedPhoto], gap: Double, in sheet: Sheet) {
    (self.photos, self.gap) = (photos, gap)
    let width = sheet.area.width - sheet.size * TimelineRows.gutter
    let least = TimelineRows.least * sheet.context.typeScale
    let ratios = photos.map(\.ratio)
    let days = photos.map(\.day)
    // A row with photos of several days costs as much as a cut of a third.
    func cost(of row: Range<Int>) -> Double {
      row.dropFirst().contains { days[$0] != days[$0 - 1] } ? 0.12 : 0
    }
    var best: (score: Double, height: Double, rows: [Range<Int>])?
    for step in 0...40 {
      let height = least + (sheet.area.height - least) * Double(step) / 40
      let found = PhotoRows.rows(of: ratios, width: width, height: height, gap: gap, cost: cost)
      let taken = TimelineRows.length(found.rows, days, height, gap, sheet.size)
      guard taken <= sheet.area.height else { continue }
      let empty = 1 - taken / sheet.area.height
      let score = found.cost / Double(found.rows.count) * 10 + empty
      if score < best?.score ?? .infinity { best = (score, height, found.rows) }
    }
    (height, rows) = (best?.height, best?.rows ?? [])
  }

  /// From the top of the first caption to the end of the last row.
  private static func length(
    _ rows: [Range<Int>], _ days: [Day?], _ height: Double, _ gap: Double, _ size: Double
  ) -> Double {
    rows.reduce(-gap) { sum, row in
      sum + height + gap + (begins(row, days) ? size * caption : 0)
    }
  }

  /// Whether a day begins in a row.
  static func begins(_ row: Range<Int>, _ days: [Day?]) -> Bool {
    row.contains { days[$0] != nil && ($0 == 0 || days[$0] != days[$0 - 1]) }
  }
}

extension Sheet {
  mutating func add(_ timeline: TimelineRows, radius: Double) throws(RenderError) {
    guard let height = timeline.height else { return needs(2, of: 1) }
    let gutter = size * TimelineRows.gutter
    let left = isMirrored ? area.x : area.x + gutter
    let days = timeline.photos.map(\.day)
    var dots: [Point] = []
    let lineX = isMirrored ? area.maxX - size * 0.3 : area.x + size * 0.3
    for (index, row) in timeline.rows.enumerated() {
      if index > 0 { take(Size(width: 0, height: timeline.gap)) }
      if TimelineRows.begins(row, days) {
        let photos = timeline.photos[row]
        let words = try caption(photos)
        let room = size * TimelineRows.caption
        let measured = try measure(words, width: area.width - gutter)
        needs(measured.size.height, of: room)
        let top = y + (room - measured.size.height) / 2
        draw(
          "caption.\(index + 1)", words,
          in: Rect(
            x: left, y: top, width: area.width - gutter, height: measured.size.height))
        dots.append(Point(x: lineX, y: top + measured.size.height / 2))
        take(Size(width: area.width, height: room))
      }
      draw(row, of: timeline, height: height, from: left, width: area.width - gutter, radius)
      take(Size(width: area.width, height: height))
    }
    guard let first = dots.first else { return }
    draw(
      "line", .path([.move(first), .line(Point(x: lineX, y: y))]),
      stroke: Stroke(color: look.track, width: max(1, size * 0.09)))
    draw("days", Marks.dots(dots, radius: size * 0.27), fill: .color(look.accent))
  }

  private mutating func draw(
    _ row: Range<Int>, of timeline: TimelineRows, height: Double, from left: Double, width: Double,
    _ radius: Double
  ) {
    let free = width - timeline.gap * Double(row.count - 1)
    let sum = timeline.photos[row].reduce(0) { $0 + $1.ratio }
    // A last row of few photos is not made into a banner: they keep their shape.
    let isShort = row.upperBound == timeline.photos.count && sum * height < free * 0.75
    var x = isMirrored ? left + width : left
    for index in row {
      let photo = timeline.photos[index]
      let own = isShort ? photo.ratio * height : free * photo.ratio / sum
      let frame = Rect(x: isMirrored ? x - own : x, y: y, width: own, height: height)
      draw(photo.layer("photo.\(index + 1)", in: frame, radius: radius))
      x += (own + timeline.gap) * (isMirrored ? -1 : 1)
    }
  }

  /// `Reykjavík · Vík  12 – 13 July`: the places and the days of a row, as many places as there is room for.
  private func caption(_ photos: ArraySlice<PlacedPhoto>) throws(RenderError) -> TextBlock {
    let days = photos.compactMap(\.day)
    let dates: String =
      if let first = days.first, let last = days.last {
        try context.words.days(min(first, last), through: max(first, last))
      } else { "" }
    var places: [String] = []
    for place in photos.compactMap({ $0.entry.text("place") }) where !places.contains(place) {
      places.append(place)
    }
    let room = area.width - size * TimelineRows.gutter
    var words = caption(of: places, dates)
    while places.count > 1, try measure(words).size.width > room {
      places.removeLast()
      words = caption(of: places, dates)
    }
    return words
  }

  private func caption(of places: [String], _ dates: String) -> TextBlock {
    let place = places.joined(separator: " · ")
    var spans: [TextSpan] = []
    if !place.isEmpty { spans.append(TextSpan(place + (dates.isEmpty ? "" : "  "))) }
    var dim = TextSpan(dates)
    dim.weight = 400
    if !dates.isEmpty { spans.append(dim) }
    return block(spans, look.title(size))
  }
}
