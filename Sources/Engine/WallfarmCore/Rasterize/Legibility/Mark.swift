import WallfarmPluginKit

/// An opaque outline in one color, such as the dots of the past days.
struct Mark {
  let content: ShapeContent
  let color: Color
  /// Its bounds with half of the stroke, in points.
  let bounds: Rect

  /// Minimum opacity, 0…1.
  ///
  /// Layouts draw marks that should recede, such as the days ahead, with less opacity.
  private static let solid = 0.9

  /// The mark of an outline; `nil` if it is faint, a gradient, or not drawn.
  init?(_ content: ShapeContent, opacity: Double) {
    let color: Color
    switch content.fill {
    case .color(let fill): color = fill
    case .linear, .radial: return nil
    case nil:
      guard let stroke = content.stroke else { return nil }
      color = stroke.color
    }
    guard Double(color.alpha) / 255 * opacity >= Mark.solid else { return nil }
    self.content = content
    self.color = color
    let half = (content.stroke?.width ?? 0) / 2
    bounds = content.shape.bounds.inset(by: Insets(horizontal: -half, vertical: -half))
  }
}

extension Layer {
  /// The marks in the layer; clipped groups, such as framed photos, have none.
  var marks: [Mark] { marks(opacity: 1) }

  private func marks(opacity: Double) -> [Mark] {
    let opacity = opacity * self.opacity
    switch content {
    case .shape(let shape): return Mark(shape, opacity: opacity).map { [$0] } ?? []
    case .group(let group):
      return group.clip == nil ? group.layers.flatMap { $0.marks(opacity: opacity) } : []
    case .fill, .image, .text, .pixels: return []
    }
  }

  /// The layer with the color of its marks replaced.
  func recoloringMarks(_ color: Color, _ replacement: Color) -> Layer {
    var copy = self
    switch content {
    case .shape(var shape):
      if case .color(color)? = shape.fill { shape.fill = .color(replacement) }
      if shape.stroke?.color == color { shape.stroke?.color = replacement }
      copy.content = .shape(shape)
    case .group(var group):
      guard group.clip == nil else { return self }
      group.layers = group.layers.map { $0.recoloringMarks(color, replacement) }
      copy.content = .group(group)
    case .fill, .image, .text, .pixels: break
    }
    return copy
  }
}
