package import WallfarmPluginKit

/// Estimates the cost of drawing a scene before anything is drawn.
///
/// A short answer from a plugin can request hours of work, such as thousands of full-screen
/// shadows. The unit of cost is a step: one pixel access, which takes about a nanosecond on the
/// reference machine. The estimate is only roughly proportional to the drawing time. This is
/// accurate enough, because the limit is far above the cost of any design.
package struct SceneCost {
  /// The maximum number of steps per picture.
  package static let most = 10e9

  /// Steps per pixel of the covered area.
  private enum Steps {
    static let color = 1.0
    static let gradient = 10.0
    /// Scaling, color conversion and painting.
    static let image = 25.0
    static let blur = 20.0
    static let saturation = 5.0
    static let cells = 20.0
    /// Replacing colors, blending, repeating or masking; each of them counts separately.
    static let styled = 5.0
    /// Drawing, blurring and painting, including the blur margin.
    static let shadow = 6.0
    /// Clearing, drawing and painting a separate surface.
    static let group = 4.0
    static let stroke = 4.0
    /// Shaping, measuring, contrast analysis and drawing.
    static let text = 12.0
  }

  /// The number of steps for each item, regardless of its area.
  private enum Each {
    static let layer = 2000.0
    static let element = 500.0
    static let dash = 2000.0
    static let character = 3000.0
    /// Looking up a decoded photo and reading at least this many of its pixels.
    static let image = 4e6
  }

  private let canvas: Rect
  private let scale: Scale

  /// Creates the cost model for a screen with the given size in points and pixels.
  package init(size: Size, pixels: PixelSize) {
    canvas = Rect(x: 0, y: 0, width: size.width, height: size.height)
    scale = Scale(x: Double(pixels.width) / size.width, y: Double(pixels.height) / size.height)
  }

  /// A cost above the limit, and the costliest layer.
  package struct Excess {
    /// The cost of all layers as a multiple of the limit.
    package let times: Double
    /// The index of the layer in the list.
    package let index: Int
    /// The name of the layer.
    package let layer: String

    /// The text that completes the sentence "the scene cannot be drawn: …".
    package var sentence: String {
      let shown = times < 10 ? shortest((times * 10).rounded(.up) / 10) : shortest(times.rounded())
      return "drawing would take \(shown) times the maximum time, mostly because of this layer"
    }
  }

  /// Compares the cost of layers with the limit.
  ///
  /// - Returns: The excess, or `nil` if the cost is within the limit.
  package func excess(of layers: [Layer]) -> Excess? {
    let costs = layers.map { steps(of: $0) }
    let all = costs.reduce(0, +)
    guard all > SceneCost.most,
      let most = costs.indices.max(by: { costs[$0] < costs[$1] })
    else { return nil }
    return Excess(times: all / SceneCost.most, index: most, layer: layers[most].name)
  }

  /// The number of steps for a layer, including its members.
  package func steps(of layer: Layer) -> Double {
    Each.layer + steps(of: layer.content)
      + (isFadedAsAWhole(layer) ? pixels(of: canvas) * Steps.group : 0)
  }

  /// Returns whether a layer is drawn on a separate surface that is then painted with the layer's
  /// opacity.
  private func isFadedAsAWhole(_ layer: Layer) -> Bool {
    guard layer.opacity < 1 else { return false }
    let paint: Paint?
    switch layer.content {
    case .group: return true
    case .fill(let one): paint = one
    case .shape(let shape): paint = shape.fill
    case .image, .text, .pixels: paint = nil
    }
    if let paint, case .color = paint { return false }
    return paint != nil
  }

  private func steps(of content: Layer.Content) -> Double {
    switch content {
    case .fill(let paint): pixels(of: canvas) * steps(of: paint)
    case .shape(let shape): steps(of: shape)
    case .image(let image):
      Each.image + pixels(of: image.frame)
        * (Steps.image + (image.blur > 0 ? Steps.blur : 0) + (image.cells > 0 ? Steps.cells : 0)
          + (image.saturation == 1 ? 0 : Steps.saturation)
          + Steps.styled * Double(styles(of: image)))
    case .pixels: pixels(of: canvas) * (Steps.image + Steps.color)
    case .text(let text): steps(of: text)
    case .group(let group):
      group.layers.reduce(group.clip.map(steps(ofOutline:)) ?? 0) { $0 + steps(of: $1) }
    }
  }

  /// Returns the number of settings that process each pixel of an image once more.
  private func styles(of image: ImageContent) -> Int {
    [image.blend != .normal, image.mask != .none, image.tint != nil, image.tile > 0].count { $0 }
  }

  private func steps(of paint: Paint) -> Double {
    if case .color = paint { Steps.color } else { Steps.gradient }
  }

  private func steps(of content: ShapeContent) -> Double {
    let (outline, bounds) = (steps(ofOutline: content.shape), content.shape.bounds)
    var sum = 0.0
    if let shadow = content.shadow { sum += outline + steps(of: shadow, under: bounds) }
    if let paint = content.fill { sum += outline + pixels(of: bounds) * steps(of: paint) }
    if let stroke = content.stroke {
      let room = Insets(horizontal: -stroke.width / 2, vertical: -stroke.width / 2)
      sum += outline + pixels(of: bounds.inset(by: room)) * Steps.stroke
      sum += dashes(of: stroke, along: content.shape) * Each.dash
    }
    return sum
  }

  private func steps(ofOutline shape: Shape) -> Double {
    guard case .path(let elements) = shape else { return Each.layer }
    return Double(elements.count) * Each.element
  }

  /// Returns the estimated number of dashes in a stroke.
  private func dashes(of stroke: Stroke, along shape: Shape) -> Double {
    let period = stroke.dash.reduce(0, +)
    guard period > 0 else { return 0 }
    let bounds = shape.bounds
    let around = 2 * (bounds.width + bounds.height)
    let turns: Double =
      if case .path(let elements) = shape { max(1, Double(elements.count) / 2) } else { 1 }
    return around * turns / period * Double(stroke.dash.count)
  }

  /// Returns the steps for a shadow, which extends by three times its blur on each side, even
  /// beyond the screen.
  private func steps(of shadow: Shadow, under bounds: Rect) -> Double {
    let room = 3 * shadow.blur + 2
    let reach = Insets(horizontal: -(room + abs(shadow.dx)), vertical: -(room + abs(shadow.dy)))
    let soft = bounds.inset(by: Insets(horizontal: -room, vertical: -room))
    return area(of: soft, within: canvas.inset(by: reach)) * Steps.shadow
  }

  private func steps(of content: TextContent) -> Double {
    let style = content.block.style
    let count = Double(content.block.spans.reduce(0) { $0 + $1.text.utf8.count })
    // Letters are about half as wide as they are tall, and text that is wider than its frame wraps.
    let line = max(content.frame.width, style.size)
    let lines = (count * style.size * 0.6 / line).rounded(.up) + 1
    let frame = Rect(
      x: content.frame.x, y: content.frame.y, width: line,
      height: max(content.frame.height, lines * style.size * 1.5))
    let shadow = content.shadow.map { steps(of: $0, under: frame) } ?? 0
    return count * Each.character + pixels(of: frame) * Steps.text + shadow
  }

  private func pixels(of rect: Rect) -> Double { area(of: rect, within: canvas) }

  /// Returns the number of pixels in the intersection of two rectangles.
  private func area(of rect: Rect, within other: Rect) -> Double {
    let shared = rect.intersection(other)
    return shared.width * scale.x * shared.height * scale.y
  }
}
