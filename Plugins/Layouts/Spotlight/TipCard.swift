import WallfarmPluginKit

/// Lays out the text of a tip on a card, and places the card on the screen.
struct TipCard {
  /// The placement of a card.
  struct Place {
    let frame: Rect
    /// The type size of the title in points.
    let size: Double
    /// The part of the clear area that remains next to the card; nil if the card does not cover any
    /// of it.
    var clear: Rect?
  }

  private let title: String
  private let body: String
  /// The frame of the target on the screen, in points.
  let target: Rect?
  private let look: LayoutLook
  private let context: ComposeContext
  private let area: Rect

  init(_ entry: ContentEntry, _ look: LayoutLook, _ context: ComposeContext) {
    title = entry.text("title") ?? ""
    body = entry.text("body") ?? ""
    (self.look, self.context) = (look, context)
    target =
      if case .rect(let rect)? = entry["target"] {
        Rect(
          x: rect.x * context.canvas.width, y: rect.y * context.canvas.height,
          width: rect.width * context.canvas.width, height: rect.height * context.canvas.height)
      } else { nil }
    let edge = 12 * context.typeScale
    area = context.freeArea.inset(by: Insets(horizontal: edge, vertical: edge / 2))
  }

  private static let body = 0.72
  /// The opacity of the card's background if the theme has no card color.
  private static let ground = 0.88
  /// The widths to try, relative to the widest card.
  private static let widths = [1.0, 0.8, 0.62, 0.46]
  /// The type sizes to try, relative to the largest size; a smaller card may fit where a larger
  /// card does not.
  private static let sizes = [1.0, 0.85, 0.7]

  /// The width of a clear part up to which the card is at least as wide as that part, relative to
  /// `widest`.
  private static let aligned = 1.25

  private var gap: Double { 12 * context.typeScale }
  private var padding: Double { 16 * context.typeScale }
  private var widest: Double { min(area.width, 400 * context.typeScale) }

  /// Places the card next to the clear part, at the largest size that fits.
  ///
  /// The card is below the clear part if possible, otherwise above it or beside it. If the card
  /// does not fit on any side, it becomes a sheet at the top or bottom edge, whichever has more
  /// space, and the clear part is reduced so that the sheet does not cover it.
  func placed(beside spot: Rect?) throws(RenderError) -> Place {
    guard let spot, !spot.isEmpty else {
      return try sheet { height in area.midY - height / 2 }
    }
    let rooms = rooms(beside: spot)
    for share in TipCard.sizes {
      let size = max(look.maxSize * share, smallest) * context.typeScale
      for (room, side) in rooms {
        for width in TipCard.widths.map({ $0 * widest }) where width <= room.width {
          let height = try height(width, size)
          guard height <= room.height else { continue }
          let width = try snug(width, height, size, in: room, side, beside: spot)
          return Place(
            frame: frame(Size(width: width, height: height), in: room, side, spot), size: size)
        }
      }
    }
    let isBelow = area.maxY - spot.maxY > spot.y - area.y
    var place = try sheet { height in isBelow ? area.maxY - height : area.y }
    place.clear =
      isBelow
      ? Rect(
        x: spot.x, y: spot.y, width: spot.width,
        height: max(0, min(spot.maxY, place.frame.y - gap) - spot.y))
      : Rect(
        x: spot.x, y: max(spot.y, place.frame.maxY + gap), width: spot.width,
        height: max(0, spot.maxY - max(spot.y, place.frame.maxY + gap)))
    return place
  }

  private enum Side { case below, above, left, right }

  /// The free areas on the four sides of the clear part.
  private func rooms(beside spot: Rect) -> [(room: Rect, side: Side)] {
    func part(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Rect {
      Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
    let below = part(area.x, max(area.y, spot.maxY + gap), area.maxX, area.maxY)
    let above = part(area.x, area.y, area.maxX, min(area.maxY, spot.y - gap))
    let left = part(area.x, area.y, min(area.maxX, spot.x - gap), area.maxY)
    let right = part(max(area.x, spot.maxX + gap), area.y, area.maxX, area.maxY)
    return [(below, .below), (above, .above), (right, .right), (left, .left)]
  }

  /// The frame of a card within an area, as close as possible to the clear part.
  private func frame(_ size: Size, in room: Rect, _ side: Side, _ spot: Rect) -> Rect {
    func along(_ middle: Double, _ length: Double, _ low: Double, _ high: Double) -> Double {
      min(max(middle - length / 2, low), high - length)
    }
    let left = along(spot.midX, size.width, room.x, room.maxX)
    let top = along(spot.midY, size.height, room.y, room.maxY)
    return switch side {
    case .below: Rect(origin: Point(x: left, y: room.y), size: size)
    case .above: Rect(origin: Point(x: left, y: room.maxY - size.height), size: size)
    case .right: Rect(origin: Point(x: room.x, y: top), size: size)
    case .left: Rect(origin: Point(x: room.maxX - size.width, y: top), size: size)
    }
  }

  private var smallest: Double { look.minSize / TipCard.body }

  /// The widest card at the largest type size that fits the area.
  private func sheet(top: (Double) -> Double) throws(RenderError) -> Place {
    let scale = context.typeScale
    let sizes = TypeSizes(
      smallest: smallest * scale, largest: max(look.maxSize, smallest) * scale)
    let found = try sizes.largest { (size) throws(RenderError) in
      RoomTaken(try height(widest, size), of: area.height)
    }
    guard let found else { throw .textDoesNotFit("tip", minimumSize: look.minSize * scale) }
    let length = try height(widest, found)
    return Place(
      frame: Rect(x: area.midX - widest / 2, y: top(length), width: widest, height: length),
      size: found)
  }

  /// The height of a card with a given width; infinite if a word does not fit.
  private func height(_ width: Double, _ size: Double) throws(RenderError) -> Double {
    let frame = Rect(x: 0, y: 0, width: width, height: area.height)
    // Another placement is better than a broken word; only the widest card may break words.
    let words = try words(on: frame, size, breaksWords: width >= widest)
    return words.crowding > 1 ? .infinity : words.height + 2 * padding
  }

  /// The width of a card without empty space next to its text.
  ///
  /// A card above or below the clear part is at least as wide as that part, unless the part is much
  /// wider than a card may be.
  private func snug(
    _ width: Double, _ height: Double, _ size: Double, in room: Rect, _ side: Side,
    beside spot: Rect
  ) throws(RenderError) -> Double {
    let text = try words(on: Rect(x: 0, y: 0, width: width, height: area.height), size)
    var wanted = min(width, text.width.rounded(.up) + 1 + 2 * padding)
    let isStacked = side == .above || side == .below
    if isStacked, spot.width <= min(room.width, TipCard.aligned * widest) {
      wanted = max(wanted, spot.width)
    }
    guard try self.height(wanted, size) <= height else { return width }
    return wanted
  }

  /// The text on a card.
  private func words(
    on card: Rect, _ size: Double, breaksWords: Bool = true
  ) throws(RenderError) -> Sheet {
    let inside = card.inset(by: Insets(horizontal: padding, vertical: padding))
    var sheet = try look.sheet(
      size, in: inside, of: context, titles: [title, body], breaksWords: breaksWords)
    try sheet.add("tip.title", sheet.block(title, look.title(size)))
    try sheet.add(
      "tip.body", sheet.block(body, look.label(size * TipCard.body)), gap: size * 0.25)
    return sheet
  }

  /// The card with its text, over the dimming layers.
  func arrangement(_ place: Place, dimmed: [Layer]) throws(RenderError) -> Arrangement {
    let ground = look.color.contrasting.opacity(TipCard.ground)
    let card = look.panel(place.frame, ground: ground, in: context)
    let words = try words(on: place.frame, place.size)
    return Arrangement(layers: dimmed + [card] + words.layers, fontSize: place.size)
  }
}
