package import WallfarmPluginKit

/// A gradient over the width of the screen, from its nearer edge to the text and softly beyond.
package struct EdgeGradient {
  let color: Color
  /// Opacity behind the text, 0…1.
  let strength: Double
  /// The size of the screen in points.
  let screen: Rect

  package init(color: Color, strength: Double, screen: Rect) {
    (self.color, self.strength, self.screen) = (color, strength, screen)
  }

  /// Maximum share of the screen that the text and the edge may span; a longer gradient dims the
  /// picture as a whole.
  private static let longest = 0.62
  /// Length of the fade in screen heights.
  private static let fade = 0.22
  /// The fade follows the smoothstep polynomial 3t² − 2t³ at these positions, because a straight one
  /// has visible ends.
  private static let steps = 8

  /// The layer; nil without text, and for text too far from both edges.
  package func layer(behind lines: [TextLineBounds]) -> Layer? {
    guard let text = Rect.union(lines.map(\.bounds)) else { return nil }
    let (above, below) = (text.maxY - screen.y, screen.maxY - text.y)
    let isFromBelow = below <= above
    guard min(above, below) <= EdgeGradient.longest * screen.height else { return nil }
    let size = lines.map(\.size).max() ?? 0
    let near = isFromBelow ? text.y - 0.5 * size : text.maxY + 0.5 * size
    let fade = EdgeGradient.fade * screen.height
    let end = isFromBelow ? max(screen.y, near - fade) : min(screen.maxY, near + fade)
    let frame =
      isFromBelow
      ? Rect(x: screen.x, y: end, width: screen.width, height: screen.maxY - end)
      : Rect(x: screen.x, y: screen.y, width: screen.width, height: end - screen.y)
    let stops = (0...EdgeGradient.steps).map { step in
      let share = Double(step) / Double(EdgeGradient.steps)
      return GradientStop(
        share, color.opacity(strength * share * share * (3 - 2 * share)))
    }
    let gradient = LinearGradient(
      start: Point(x: 0, y: end), end: Point(x: 0, y: near), stops: stops)
    return Layer("gradient", .shape(ShapeContent(.rectangle(frame), fill: .linear(gradient))))
  }
}

extension Rect {
  /// The smallest rectangle that contains all; nil for none.
  package static func union(_ rects: [Rect]) -> Rect? {
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }
}
