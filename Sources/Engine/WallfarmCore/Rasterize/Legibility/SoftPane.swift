import Graphics
import WallfarmPluginKit

/// A pane behind the lines of the notes: one regular card behind those that belong together, which fades out on all
/// sides.
///
/// A pane that follows each line covers less, and was seen as a mistake: people called its outline a staircase. What
/// is regular reads as part of the design.
struct SoftPane {
  let color: Color
  /// 0…1.
  let strength: Double

  /// Standard deviation of the fade, in em.
  private static let softness = 0.29
  /// Room round a line before the fade, in standard deviations: of 1.9, 97 of 100 parts of the strength are left
  /// at the edge of a line, and 94 at its corner.
  private static let room = 1.9
  /// Lines are on one card where no more than this is between them, in em, from side to side and from top to
  /// bottom: notes of a list are, figures that stand apart are not.
  private static let nearness = (across: 2.4, along: 1.8)
  /// How round the corners of a card are, in em.
  private static let radius = 1.1

  func layer(behind lines: [PaneLine]) -> Layer? {
    guard let size = lines.map(\.size).max() else { return nil }
    let blur = SoftPane.softness * size
    let elements = cards(behind: lines).flatMap { card in
      card.inset(by: Insets(horizontal: -SoftPane.room * blur, vertical: -SoftPane.room * blur))
        .rounded(SoftPane.radius * size)
    }
    let shadow = Shadow(color: color.opacity(strength), blur: blur)
    return Layer("scrim", .shape(ShapeContent(.path(elements), shadow: shadow)))
  }

  /// The smallest rectangles round lines that are near each other; no two of them are near each other.
  private func cards(behind lines: [PaneLine]) -> [Rect] {
    guard let size = lines.map(\.size).max() else { return [] }
    let reach = Insets(
      horizontal: -SoftPane.nearness.across * size, vertical: -SoftPane.nearness.along * size)
    var cards = lines.map(\.bounds)
    var place = 0
    while place < cards.count {
      let near = cards[place].inset(by: reach)
      let others = cards.indices.filter {
        $0 != place && !cards[$0].intersection(near).isEmpty
      }
      guard let other = others.first else {
        place += 1
        continue
      }
      // A larger card may be near to those that were looked at already.
      cards[place] = cards[place].union(cards[other])
      cards.remove(at: other)
      place = 0
    }
    return cards
  }
}

extension Rect {
  /// Its outline with round corners; a quarter of a circle by one curve (Riškus, 2006: 0.5523 of the radius).
  fileprivate func rounded(_ radius: Double) -> [PathElement] {
    let radius = min(radius, width / 2, height / 2)
    let near = radius * (1 - 0.5523)
    func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return [
      .move(point(x + radius, y)), .line(point(maxX - radius, y)),
      .curve(point(maxX - near, y), point(maxX, y + near), point(maxX, y + radius)),
      .line(point(maxX, maxY - radius)),
      .curve(point(maxX, maxY - near), point(maxX - near, maxY), point(maxX - radius, maxY)),
      .line(point(x + radius, maxY)),
      .curve(point(x + near, maxY), point(x, maxY - near), point(x, maxY - radius)),
      .line(point(x, y + radius)),
      .curve(point(x, y + near), point(x + near, y), point(x + radius, y)), .close,
    ]
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
