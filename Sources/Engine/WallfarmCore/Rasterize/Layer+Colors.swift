import WallfarmPluginKit

extension Layer {
  /// Returns the layer with each color replaced by the result of `map`.
  func mappingColors(_ map: (Color) -> Color) -> Layer {
    var copy = self
    switch content {
    case .fill(let paint): copy.content = .fill(paint.mappingColors(map))
    case .image(var image):
      image.tint?.map(map)
      copy.content = .image(image)
    // Pixels are converted when they are drawn.
    case .pixels: break
    case .shape(var shape):
      shape.fill = shape.fill?.mappingColors(map)
      shape.stroke?.color.map(map)
      shape.shadow?.color.map(map)
      copy.content = .shape(shape)
    case .text(var text):
      text.block.style.color.map(map)
      for index in text.block.spans.indices { text.block.spans[index].color?.map(map) }
      text.shadow?.color.map(map)
      copy.content = .text(text)
    case .group(var group):
      group.layers = group.layers.map { $0.mappingColors(map) }
      copy.content = .group(group)
    }
    return copy
  }
}

extension Paint {
  fileprivate func mappingColors(_ map: (Color) -> Color) -> Paint {
    func stops(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop($0.position, map($0.color)) }
    }
    switch self {
    case .color(let color): return .color(map(color))
    case .linear(var gradient):
      gradient.stops = stops(gradient.stops)
      return .linear(gradient)
    case .radial(var gradient):
      gradient.stops = stops(gradient.stops)
      return .radial(gradient)
    }
  }
}

extension Color {
  fileprivate mutating func map(_ map: (Color) -> Color) { self = map(self) }
}
