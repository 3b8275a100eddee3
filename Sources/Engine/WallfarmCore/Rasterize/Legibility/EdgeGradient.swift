package import WallfarmPluginKit

/// A full-width gradient from the top or bottom edge of the screen, whichever is nearer to the
/// text, that fades out beyond the text.
package struct EdgeGradient {
  /// The y coordinate at which the gradient becomes transparent, in points.
  private let end: Double
  /// The y coordinate at which the gradient reaches its full strength, in points.
  private let near: Double
  private let frame: Rect
  private let screen: Rect

  /// The maximum distance from the edge to the far end of the text, as a fraction of the screen
  /// height; a longer gradient would dim the whole picture.
  private static let longest = 0.62
  /// Length of the fade as a fraction of the screen height.
  private static let fade = 0.22
  /// The number of steps that approximate the smoothstep polynomial 3t² − 2t³; a linear fade would
  /// have visible ends.
  private static let steps = 8

  /// Places a gradient; `nil` if there is no text or the text is too far from both edges.
  ///
  /// - Parameters:
  ///   - lines: the lines of the text.
  ///   - screen: the bounds of the screen in points.
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

  /// Returns the gradient layer in a color; `strength` is its opacity behind the text, 0…1.
  package func layer(_ color: Color, strength: Double) -> Layer {
    let stops = (0...EdgeGradient.steps).map { step in
      let share = Double(step) / Double(EdgeGradient.steps)
      return GradientStop(share, color.opacity(strength * EdgeGradient.smooth(share)))
    }
    let gradient = LinearGradient(
      start: Point(x: 0, y: end), end: Point(x: 0, y: near), stops: stops)
    return Layer("gradient", .shape(ShapeContent(.rectangle(frame), fill: .linear(gradient))))
  }

  /// Returns the maximum strength at which the opacity exceeds `visible` on at most a given
  /// fraction of the screen, 0…1.
  package func strength(changing share: Double, by visible: Double) -> Double {
    // A strength of at most `visible` does not exceed this opacity anywhere, so it is always
    // allowed.
    let fade = abs(near - end) / screen.height
    let solid = frame.height / screen.height - fade
    guard solid < share, fade > 0 else { return min(1, visible) }
    // The fraction of the fade in which the opacity may exceed `visible`.
    let part = min(1, (share - solid) / fade)
    return min(1, visible / max(EdgeGradient.smooth(1 - part), visible))
  }

  private static func smooth(_ share: Double) -> Double { share * share * (3 - 2 * share) }
}

extension Rect {
  /// The smallest rectangle that contains all given rectangles; `nil` if there are none.
  package static func union(_ rects: [Rect]) -> Rect? {
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }
}
