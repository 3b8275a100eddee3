package import WallfarmPluginKit

/// Checks, before a scene is drawn, that its numbers are finite, its sizes are plausible and its
/// lists are not empty.
package struct SceneCheck {
  /// The canvas size in points.
  package let size: Size
  /// The screen size in pixels.
  package let pixels: PixelSize

  /// Creates a check for a screen of this size in points and pixels.
  package init(size: Size, pixels: PixelSize) { (self.size, self.pixels) = (size, pixels) }

  /// The cost model for this screen.
  package var cost: SceneCost { SceneCost(size: size, pixels: pixels) }

  /// The maximum absolute value of a coordinate, as a multiple of the longer dimension of the
  /// canvas.
  private static let reach = 20.0
  /// The maximum number of layers, including members of groups.
  package static let mostLayers = 20_000

  /// Checks every layer and the total cost.
  ///
  /// - Throws: `invalid-scene` with the name of the first invalid layer.
  package func check(_ scene: Scene) throws(RenderError) {
    let layers = scene.background + scene.foreground
    do throws(SceneMistake) {
      try check(layers)
    } catch {
      throw .invalidScene(error.what, layer: error.layer)
    }
    if let excess = cost.excess(of: layers) {
      throw .invalidScene(excess.sentence, layer: excess.layer)
    }
  }

  /// Checks each layer, but not the total cost.
  package func check(_ layers: [Layer]) throws(SceneMistake) {
    var count = 0
    for layer in layers { try check(layer, depth: 0, &count) }
  }

  private func check(_ layer: Layer, depth: Int, _ count: inout Int) throws(SceneMistake) {
    count += 1
    func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(SceneMistake) {
      guard condition else { throw SceneMistake(layer: layer.name, what: what()) }
    }
    try require(count <= SceneCheck.mostLayers, "it has more than \(SceneCheck.mostLayers) layers")
    try require(
      (0...1).contains(layer.opacity),
      "its opacity is \(layer.opacity), but must be from 0 to 1")
    switch layer.content {
    case .fill(let paint): try require(isSound(paint), "its gradient has invalid numbers")
    case .image(let image):
      try require(
        isSound(image.frame) && image.frame.width >= 0.5 && image.frame.height >= 0.5,
        "its frame is empty or out of range")
      try require(
        (0...1).contains(image.focus.x) && (0...1).contains(image.focus.y)
          && (1...100).contains(image.zoom) && (0...200).contains(image.blur)
          && (0...10).contains(image.saturation) && (0...400).contains(image.cells),
        "its focus, zoom, blur, saturation or cells are out of range")
      try require(
        isSound(image.mask) && (image.tile == 0 || (4...2000).contains(image.tile)),
        "its mask or tile is out of range")
    case .shape(let shape):
      try require(isSound(shape.shape), "its outline is out of range")
      try require(shape.fill.map(isSound) ?? true, "its gradient has invalid numbers")
      try require(shape.stroke.map(isSound) ?? true, "its line has zero width or invalid dashes")
      try require(shape.shadow.map(isSound) ?? true, "its shadow is out of range")
    case .text(let text):
      try require(isSound(text.frame), "its frame is out of range")
      try require(
        text.block.isDrawable, "its type size, weight, spacing or line limit is out of range")
      try require(text.shadow.map(isSound) ?? true, "its shadow is out of range")
      if let excess = TextLimits.block.excess(in: text.block.text) {
        throw SceneMistake(layer: layer.name, what: "its text has \(excess.phrase)")
      }
    case .pixels(let content):
      try require(
        content.size == pixels,
        "its size is \(content.size) pixels, but the screen is \(pixels) pixels")
    case .group(let group):
      try require(depth < 32, "groups are nested more than 32 levels deep")
      try require(group.clip.map(isSound) ?? true, "its clip is out of range")
      for member in group.layers { try check(member, depth: depth + 1, &count) }
    }
  }

  private func isSound(_ shape: Shape) -> Bool {
    guard case .path(let elements) = shape else { return isSound(shape.bounds) }
    // Check each element, because the bounds are computed with `min`, which ignores NaN.
    return elements.count <= Shape.mostElements && elements.allSatisfy(isSound)
      && isSound(shape.bounds)
  }

  private func isSound(_ element: PathElement) -> Bool {
    switch element {
    case .move(let point), .line(let point): isSound(point)
    case .curve(let one, let two, let end): isSound(one) && isSound(two) && isSound(end)
    case .close: true
    }
  }

  private func isSound(_ mask: ImageContent.Mask) -> Bool {
    if case .rounded(let radius) = mask { (0...2000).contains(radius) } else { true }
  }

  private func isSound(_ rect: Rect) -> Bool {
    let limit = SceneCheck.reach * max(size.width, size.height)
    return [rect.x, rect.y, rect.width, rect.height].allSatisfy { abs($0) <= limit }
      && rect.width >= 0 && rect.height >= 0
  }

  private func isSound(_ paint: Paint) -> Bool {
    switch paint {
    case .color: true
    case .linear(let gradient):
      isSound(gradient.stops) && isSound(gradient.start) && isSound(gradient.end)
    case .radial(let gradient):
      isSound(gradient.stops) && isSound(gradient.center)
        && (0.01...1e6).contains(gradient.radius)
    }
  }

  private func isSound(_ stops: [GradientStop]) -> Bool {
    stops.count >= 2 && stops.allSatisfy { (0...1).contains($0.position) }
      && zip(stops, stops.dropFirst()).allSatisfy { $0.position <= $1.position }
  }

  private func isSound(_ point: Point) -> Bool {
    let limit = SceneCheck.reach * max(size.width, size.height)
    return abs(point.x) <= limit && abs(point.y) <= limit
  }

  private func isSound(_ stroke: Stroke) -> Bool {
    (0.001...1000).contains(stroke.width)
      && stroke.dash.allSatisfy { (0...10_000).contains($0) }
      && (stroke.dash.isEmpty || stroke.dash.contains { $0 > 0 })
  }

  private func isSound(_ shadow: Shadow) -> Bool {
    (0...200).contains(shadow.blur) && abs(shadow.dx) <= 1000 && abs(shadow.dy) <= 1000
  }
}

/// The reason why a scene cannot be drawn.
package struct SceneMistake: Error {
  /// The name of the layer.
  package let layer: String
  /// The problem, as the end of a sentence about the layer.
  package let what: String
}
