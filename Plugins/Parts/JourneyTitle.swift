public import WallfarmPluginKit

/// The title and the dates of photos, shown with a map or a collage.
public struct JourneyTitle: Sendable {
  private let name: String
  private let detail: String
  private let first: Day?
  private let last: Day?

  /// Creates a title from the given text or, if there is none, from the most frequent place of the
  /// photos.
  public init(of photos: [ContentEntry], text: ContentEntry?) {
    name = text?.text("message") ?? JourneyTitle.place(of: photos)
    detail = text?.text("source") ?? ""
    let days = photos.compactMap { $0.when("date")?.ownDay }
    (first, last) = (days.min(), days.max())
  }

  private static func place(of photos: [ContentEntry]) -> String {
    let places = photos.compactMap { $0.text("place") }
    let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    return places.first { counts[$0] == most } ?? ""
  }

  /// Whether there is no title, no detail and no date.
  public var isEmpty: Bool { name.isEmpty && detail.isEmpty && first == nil }

  /// Arranges the title and the dates within 40 percent of the available height.
  ///
  /// - Throws: `text-does-not-fit`, `missing-glyph`, `language-failed`.
  public func arrangement(
    _ look: LayoutLook, in context: ComposeContext, widest: Double = LayoutLook.widest
  ) throws(RenderError) -> Arrangement {
    guard !isEmpty else { return Arrangement(layers: [], expires: .never) }
    let dates: String =
      if let first, let last { try context.words.days(first, through: last) } else { "" }
    var arrangement = try look.arrangement(
      of: "title", smallest: JourneyTitle.small, in: context, widest: widest
    ) { (sheet) throws(RenderError) in
      let title = sheet.block(name, look.title(sheet.size))
      let direction = try sheet.direction(of: title)
      try sheet.add("title", title.reading(direction))
      for (layer, text) in [("detail", detail), ("dates", dates)] {
        let line = sheet.block(text, look.label(sheet.size * JourneyTitle.small))
        try sheet.add(layer, line.reading(direction), gap: sheet.size * 0.14)
      }
      sheet.needs(sheet.height, of: sheet.area.height * JourneyTitle.most)
    }
    arrangement.expires = .never
    return arrangement
  }

  /// The type size of the dates, relative to the title.
  private static let small = 0.5
  /// The maximum height of the title and the dates, as a fraction of the height of the area.
  private static let most = 0.4
}

extension Arrangement {
  /// The part of an area above or below the layers, whichever is larger.
  public func rest(of area: Rect, gap: Double) -> Rect {
    let frames = layers.compactMap(\.frame)
    guard let first = frames.first else { return area }
    let words = frames.dropFirst().reduce(first) { $0.union($1) }
    let isBelow = words.midY > area.midY
    let top = isBelow ? area.y : words.maxY + gap
    let bottom = isBelow ? words.y - gap : area.maxY
    return Rect(x: area.x, y: top, width: area.width, height: max(0, bottom - top))
  }
}

extension Layer {
  /// The frame of text or of a panel; nil for other layers.
  fileprivate var frame: Rect? {
    switch content {
    case .text(let text): text.frame
    case .shape(let shape): shape.shape.bounds
    default: nil
    }
  }
}

extension When {
  /// The day; for a moment, the day in UTC, so that the picture does not depend on the time zone.
  public var ownDay: Day {
    switch self {
    case .day(let day), .local(let day, _): day
    case .moment(let moment): Zone.utc.day(at: moment)
    }
  }
}
