import Graphics
import WallfarmPluginKit

/// A pane behind the lines of the notes, each part just as large as its line, that fades out on all sides.
///
/// It has no edge and no corner, so it reads as light round the words and not as a box.
struct SoftPane {
  let color: Color
  /// 0…1.
  let strength: Double

  /// Standard deviation of the fade, in em.
  private static let softness = 0.29
  /// Room round a line before the fade, in standard deviations: of 1.9, 97 of 100 parts of the strength are left
  /// at the edge of a line, and 94 at its corner.
  private static let room = 1.9

  func layer(behind lines: [PaneLine]) -> Layer? {
    guard let size = lines.map(\.size).max() else { return nil }
    let blur = SoftPane.softness * size
    let room = -SoftPane.room * blur
    let boxes = lines.map { $0.bounds.inset(by: Insets(horizontal: room, vertical: room)) }
      .sorted { $0.y < $1.y }
    let elements =
      boxes.flatMap { box -> [PathElement] in
        [
          .move(Point(x: box.x, y: box.y)), .line(Point(x: box.maxX, y: box.y)),
          .line(Point(x: box.maxX, y: box.maxY)), .line(Point(x: box.x, y: box.maxY)), .close,
        ]
      }
      + zip(boxes, boxes.dropFirst()).flatMap { coves($0, $1, reach: SoftPane.reach * size) }
    let shadow = Shadow(color: color.opacity(strength), blur: blur)
    return Layer("scrim", .shape(ShapeContent(.path(elements), shadow: shadow)))
  }

  /// How far the outline turns from a line to a shorter one beside it, in em: without it the ends of lines are stairs.
  private static let reach = 1.6

  /// What fills the corners between two boxes that touch, of which one ends earlier.
  private func coves(_ upper: Rect, _ lower: Rect, reach: Double) -> [PathElement] {
    guard lower.y < upper.maxY, lower.x < upper.maxX, upper.x < lower.maxX else { return [] }
    return cove(upper.maxX, lower.maxX, upper, lower, reach, outward: 1)
      + cove(upper.x, lower.x, upper, lower, reach, outward: -1)
  }

  /// The corner at one side, where the upper and the lower box end; outward is 1 at the right, and -1 at the left.
  private func cove(
    _ above: Double, _ below: Double, _ upper: Rect, _ lower: Rect, _ reach: Double,
    outward: Double
  ) -> [PathElement] {
    let isUpperWider = (above - below) * outward > 0
    let wide = min(abs(above - below), reach)
    let high = min(wide, (isUpperWider ? lower.maxY - upper.maxY : lower.y - upper.y))
    guard wide > 0, high > 0 else { return [] }
    let corner = Point(
      x: isUpperWider ? below : above, y: isUpperWider ? upper.maxY : lower.y)
    let down = isUpperWider ? high : -high
    let side = Point(x: corner.x + outward * wide, y: corner.y)
    let end = Point(x: corner.x, y: corner.y + down)
    // All parts of the path turn the same way, or they would cut each other out.
    let turnsRight = (outward > 0) == isUpperWider
    let (first, last) = turnsRight ? (side, end) : (end, side)
    func near(_ point: Point) -> Point {
      Point(x: corner.x + (point.x - corner.x) * 0.3, y: corner.y + (point.y - corner.y) * 0.3)
    }
    return [.move(corner), .line(first), .curve(near(first), near(last), last), .close]
  }
}

/// A line that a pane is behind.
struct PaneLine {
  /// Where its ink is, in points.
  let bounds: Rect
  /// Its type size, in points.
  let size: Double
}

extension TextInk {
  /// The smallest rectangle round the cells of each line, in points.
  var lineBounds: [Rect] {
    (0..<lineCount).compactMap { line in
      let own = cells.filter { $0.line == line }
      guard let left = own.map(\.x).min(), let right = own.map(\.x).max(),
        let top = own.map(\.y).min(), let bottom = own.map(\.y).max()
      else { return nil }
      return Rect(
        x: Double(left), y: Double(top), width: Double(right - left + 1),
        height: Double(bottom - top + 1))
    }
  }
}
