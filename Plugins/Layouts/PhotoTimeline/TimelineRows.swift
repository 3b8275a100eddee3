import WallfarmPluginKit

/// Rows of photos with equal height; a row that contains the first photo of a day or place has a
/// caption above it.
struct TimelineRows {
  let photos: [PlacedPhoto]
  let gap: Double
  /// The width of the margin for the vertical timeline in points; 0 if no row has a caption.
  let gutter: Double
  /// The number of lines in a caption, 1 to 3; the days are on the last line.
  let lines: Int
  /// The height of a caption, including the gaps above and below it, in points.
  let caption: Double
  /// The height of each row in points; nil if not all rows fit.
  private(set) var height: Double?
  private(set) var rows: [Range<Int>] = []

  /// The width of the margin for the vertical timeline, relative to the type size.
  private static let gutter = 1.5
  /// The heights of captions with 1 to 3 lines, including their gaps, relative to the type size.
  private static let captions = [2.0, 3.4, 4.6]
  /// The minimum height of a row in points on a phone, below which photos are unrecognizable.
  private static let least = 54.0

  /// Finds the row height with the least cropping and the best use of the area.
  init(_ photos: [PlacedPhoto], gap: Double, lines: Int, in sheet: Sheet) {
    (self.photos, self.gap, self.lines) = (photos, gap, lines)
    caption = sheet.size * TimelineRows.captions[lines - 1]
    gutter = photos.contains { !$0.mark.isEmpty } ? sheet.size * TimelineRows.gutter : 0
    let width = sheet.area.width - gutter
    let least = TimelineRows.least * sheet.context.typeScale
    let ratios = photos.map(\.ratio)
    let days = photos.map(\.day)
    // A row with photos of several days costs as much as cropping its photos by about 30 percent.
    func cost(of row: Range<Int>) -> Double {
      row.dropFirst().contains { days[$0] != days[$0 - 1] } ? 0.12 : 0
    }
    var best: (score: Double, height: Double, rows: [Range<Int>])?
    for step in 0...40 {
      let height = least + (sheet.area.height - least) * Double(step) / 40
      let found = PhotoRows.rows(of: ratios, width: width, height: height, gap: gap, cost: cost)
      let taken = length(of: found.rows, height)
      guard taken <= sheet.area.height else { continue }
      let empty = 1 - taken / sheet.area.height
      let score = found.cost / Double(found.rows.count) * 10 + empty
      if score < best?.score ?? .infinity { best = (score, height, found.rows) }
    }
    (height, rows) = (best?.height, best?.rows ?? [])
  }

  /// The total height, from the first caption to the last row.
  private func length(of rows: [Range<Int>], _ height: Double) -> Double {
    rows.reduce(-gap) { sum, row in
      sum + height + gap + (hasCaption(row) ? caption : 0)
    }
  }

  /// Whether a row contains the first photo of a day or place.
  func hasCaption(_ row: Range<Int>) -> Bool {
    row.contains { index in
      let mark = photos[index].mark
      return !mark.isEmpty && (index == 0 || mark != photos[index - 1].mark)
    }
  }
}

extension PlacedPhoto {
  /// The day and place of a photo, as shown in captions.
  struct Mark: Hashable {
    let day: Day?
    let place: String

    var isEmpty: Bool { day == nil && place.isEmpty }
  }

  var mark: Mark { Mark(day: day, place: entry.text("place") ?? "") }
}
