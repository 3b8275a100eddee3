import WallfarmPluginKit

/// An opaque shape in one color, such as a dot that stands for a past day.
struct Mark {
  let content: ShapeContent
  let color: Color
  /// The bounds of the shape, including half of its stroke width, in points.
  let bounds: Rect
  /// Whether the mark is a pattern of at least ``leastParts`` separate parts, such as the dots of a
  /// year.
  var isPattern: Bool {
    guard content.fill != nil, case .path(let elements) = content.shape else { return false }
    return elements.count { if case .move = $0 { true } else { false } } >= Mark.leastParts
  }

  /// The minimum opacity at which a shape counts as a mark, 0…1.
  ///
  /// Layouts draw shapes that should recede, such as the dots of future days, with less opacity.
  private static let solid = 0.9
  /// The minimum number of parts of a pattern.
  private static let leastParts = 12

  /// Creates a mark from a shape; `nil` if the shape is faint, is filled with a gradient, or has
  /// neither a fill nor a stroke.
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

  /// Returns the layer with one color replaced in the shapes that are marks.
  func recoloringMarks(
    _ color: Color, _ replacement: Color, where isMark: (ShapeContent) -> Bool
  ) -> Layer {
    var copy = self
    switch content {
    case .shape(var shape):
      guard isMark(shape) else { return self }
      if case .color(color)? = shape.fill { shape.fill = .color(replacement) }
      if shape.stroke?.color == color { shape.stroke?.color = replacement }
      copy.content = .shape(shape)
    case .group(var group):
      guard group.clip == nil else { return self }
      group.layers = group.layers.map {
        $0.recoloringMarks(color, replacement, where: isMark)
      }
      copy.content = .group(group)
    case .fill, .image, .text, .pixels: break
    }
    return copy
  }
}
