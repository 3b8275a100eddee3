package import WallfarmPluginKit

/// A gradient over the width of the screen, from its nearer edge to the text and softly beyond.
package struct EdgeGradient {
  /// The height at which the gradient becomes transparent, in points.
  private let end: Double
  /// The height at which the gradient reaches its full strength, in points.
  private let near: Double
  private let frame: Rect
  private let screen: Rect

  /// Maximum fraction of the screen between the edge and the end of the text; a longer gradient
  /// would dim the whole picture.
  private static let longest = 0.62
  /// Length of the fade as a fraction of the screen height.
  private static let fade = 0.22
  /// The fade follows the smoothstep polynomial 3t² − 2t³ at these positions, because a linear fade
  /// has visible ends.
  private static let steps = 8

  /// Places a gradient; `nil` without text, and for text too far from both edges.
  ///
  /// - Parameters:
  ///   - lines: the lines of the text.
  ///   - screen: the size of the screen in points.
  package init?(behind lines: [TextLineBounds], on screen: Rect) {
    guard let text = Rect.union(lines.map(\.bounds)) else { return nil }
    let (above, below) = (text.maxY - screen.y, screen.maxY - text.y)
    let isFromBelow = below <= above
    guard min(above, below) <= EdgeGradient.longest * screen.height else { return nil }
    let size = lines.map(\.size).max() ?? 0
    near = isFromBelow ? text.y - 0.5 * size : text.maxY + 0.5 * size
    let fade = EdgeGradient.fade * screen.height
    end = isFromBelow ? max(screen.y, near - fade) : min(screen.maxY, near + fade)
    frame =
      isFromBelow
      ? Rect(x: screen.x, y: end, width: screen.width, height: screen.maxY - end)
      : Rect(x: screen.x, y: screen.y, width: screen.width, height: end - screen.y)
    self.screen = screen
  }

  /// The gradient layer in a color, with the given opacity behind the text, 0…1.
  package func layer(_ color: Color, strength: Double) -> Layer {
    let stops = (0...EdgeGradient.steps).map { step in
      let share = Double(step) / Double(EdgeGradient.steps)
      return GradientStop(share, color.opacity(strength * EdgeGradient.smooth(share)))
    }
    let gradient = LinearGradient(
      start: Point(x: 0, y: end), end: Point(x: 0, y: near), stops: stops)
    return Layer("gradient", .shape(ShapeContent(.rectangle(frame), fill: .linear(gradient))))
  }

  /// The maximum strength at which at most a given fraction of the screen, 0…1, gets an opacity
  /// above `visible`.
  package func strength(changing share: Double, by visible: Double) -> Double {
    // Below this strength, the opacity is not reached anywhere.
    let fade = abs(near - end) / screen.height
    let solid = frame.height / screen.height - fade
    guard solid < share, fade > 0 else { return min(1, visible) }
    // The part of the fade that may be above the opacity.
    let part = min(1, (share - solid) / fade)
    return min(1, visible / max(EdgeGradient.smooth(1 - part), visible))
  }

  private static func smooth(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension Rect {
  /// The smallest rectangle that contains all; nil for none.
  package static func union(_ rects: [Rect]) -> Rect? {
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }
}
