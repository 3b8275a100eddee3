import WallfarmPluginKit

/// Places names next to the dots of a map, so that they do not cover dots, routes or other names.
///
/// Each name takes the best free position around its dot (Imhof, "Positioning Names on Maps",
/// 1975): positions next to the dot are preferred to positions above or below it, and closer
/// positions to positions farther away. A name without a free position is left out.
struct PlaceNames {
  private let look: LayoutLook
  private let context: ComposeContext
  /// The area that contains the names.
  private let area: Rect
  private let dots: [Point]
  /// The segments of the routes.
  private let segments: [(from: Point, to: Point)]

  init(
    _ look: LayoutLook, _ context: ComposeContext, in area: Rect, dots: [Point],
    ways: [[PathElement]]
  ) {
    (self.look, self.context, self.area, self.dots) = (look, context, area, dots)
    segments = ways.flatMap { way in
      let points = way.compactMap(\.end)
      return zip(points, points.dropFirst()).map { ($0, $1) }
    }
  }

  /// The type size in points on a phone.
  private static let size = 14.0
  /// The maximum width of a line, relative to the area.
  private static let widest = 0.4
  /// The maximum number of dots with names; more names would look like a cloud of words.
  private static let most = 40
  /// The distance between a name and its dot, another name, or another dot, in points on a phone.
  private static let gap = 5.0
  /// The extra distance of the second position to try in each direction, in points on a phone.
  private static let farther = 9.0

  private var gap: Double { PlaceNames.gap * context.typeScale }
  private var radius: Double { MapDrawing.dot * context.typeScale }
  /// Half the side length of the square around a dot that names must not cover.
  private var reach: Double { radius + gap / 2 }

  /// Lays out the names for which there is space next to their dots.
  ///
  /// - Parameter names: a name for each dot; an empty string for a dot without a name.
  /// - Returns: a layer for each name that has a free position.
  /// - Throws: `missing-glyph`, `language-failed`.
  func layers(naming names: [String]) throws(RenderError) -> [Layer] {
    let isMirrored = try context.isMirrored()
    var taken = dots.map {
      Rect(x: $0.x - reach, y: $0.y - reach, width: 2 * reach, height: 2 * reach)
    }
    var layers: [Layer] = []
    for (index, name) in names.prefix(PlaceNames.most).enumerated() where !name.isEmpty {
      guard let (block, size) = try label(name),
        let frame = frame(of: size, at: dots[index], isMirrored, avoiding: taken)
      else { continue }
      taken.append(frame.inset(by: Insets(horizontal: -gap, vertical: -gap / 2)))
      let text = TextContent(block, frame: frame, shadow: shadow(block.style.size))
      layers.append(Layer("name.\(index + 1)", .text(text)))
    }
    return layers
  }

  /// A soft shadow that separates a name from coasts, as on printed maps.
  private func shadow(_ size: Double) -> Shadow {
    Shadow(color: look.color.contrasting.opacity(0.85), blur: size * 0.2)
  }

  /// A name on at most two lines; nil if it needs more lines, or if a word is wider than a line.
  private func label(_ name: String) throws(RenderError) -> (TextBlock, Size)? {
    let style = look.label(max(PlaceNames.size, look.minSize) * context.typeScale)
    let block = TextBlock(
      name, style: style, alignment: .start, direction: context.direction,
      language: context.language, breaking: .even)
    let widest = area.width * PlaceNames.widest
    for word in name.unbreakableWords {
      let word = TextBlock(word, style: style, language: context.language)
      guard try context.measurer.measure(word, width: nil).size.width < widest else { return nil }
    }
    let natural = try context.measurer.measure(block, width: nil).size
    guard natural.width >= widest else {
      return (block, Size(width: natural.width.rounded(.up) + 1, height: natural.height))
    }
    let lines = try context.measurer.measure(block, width: widest)
    let width = lines.size.width.rounded(.up) + 1
    let again = try context.measurer.measure(block, width: width)
    guard again.lines.count == 2 else { return nil }
    return (block, Size(width: width, height: again.size.height))
  }

  /// The best free position for a name at a dot; nil if each position is occupied, outside the area
  /// or crossed by a route.
  private func frame(
    of size: Size, at dot: Point, _ isMirrored: Bool, avoiding taken: [Rect]
  ) -> Rect? {
    // The direction from the dot to the middle of its name, horizontally and vertically: -1, 0 or
    // 1.
    let start = isMirrored ? -1.0 : 1
    let places: [(Double, Double)] = [
      (start, 0), (-start, 0), (start, -1), (start, 1), (-start, -1), (-start, 1), (0, -1), (0, 1),
    ]
    let frames = [0, PlaceNames.farther * context.typeScale].flatMap { more in
      places.map { across, down in
        // In a diagonal position, only a corner of the name is near the dot, so the distance can be
        // smaller.
        let distance = (across != 0 && down != 0 ? reach + 0.1 : radius + gap) + more
        let middle = dot.x + across * (distance + size.width / 2)
        return Rect(
          x: across == 0
            ? min(max(middle - size.width / 2, area.x), area.maxX - size.width)
            : middle - size.width / 2,
          y: dot.y + down * (distance + size.height / 2) - size.height / 2,
          width: size.width, height: size.height)
      }
    }
    return frames.first { frame in
      area.contains(frame, tolerance: 0) && taken.allSatisfy { $0.intersection(frame).isEmpty }
        && !segments.contains { frame.isCrossed(by: $0, within: line) }
    }
  }

  /// The minimum distance between a name and the center line of a route, in points.
  private var line: Double { gap / 2 }
}

extension Rect {
  /// Whether a segment crosses the rectangle or a margin around it, according to the Liang-Barsky
  /// algorithm.
  fileprivate func isCrossed(by segment: (from: Point, to: Point), within margin: Double) -> Bool {
    let (start, end) = segment
    var (low, high) = (0.0, 1.0)
    let sides = [
      (start.x, end.x - start.x, x - margin, maxX + margin),
      (start.y, end.y - start.y, y - margin, maxY + margin),
    ]
    for (from, length, least, most) in sides {
      guard length != 0 else {
        if from < least || from > most { return false }
        continue
      }
      let (one, other) = ((least - from) / length, (most - from) / length)
      low = max(low, min(one, other))
      high = min(high, max(one, other))
    }
    return low <= high
  }
}

extension PathElement {
  /// The end point of the element; nil for the element that closes an outline.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
  }
}
