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
    let elements = lines.flatMap { line -> [PathElement] in
      let room = SoftPane.room * blur
      let (left, right) = (line.bounds.x - room, line.bounds.maxX + room)
      let (top, bottom) = (line.bounds.y - room, line.bounds.maxY + room)
      return [
        .move(Point(x: left, y: top)), .line(Point(x: right, y: top)),
        .line(Point(x: right, y: bottom)), .line(Point(x: left, y: bottom)), .close,
      ]
    }
    let shadow = Shadow(color: color.opacity(strength), blur: blur)
    return Layer("scrim", .shape(ShapeContent(.path(elements), shadow: shadow)))
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
