import Graphics
package import WallfarmPluginKit

/// Draws the layers of a scene as pixels; its only decision is how to keep text legible.
package struct Rasterizer {
  let text: TextEngine
  let photos: PhotoStore
  /// The color space of the picture; layer colors are converted from sRGB.
  let space: ColorSpace
  let pixels: PixelSize
  /// Pixels per point.
  let scale: Scale
  /// The plugin that made the background, or `nil`.
  let maker: PluginDescription?
  let grounds: GroundStore
  let measured: MeasuredTexts
  /// The number of threads that scale one photo.
  let threads: Int

  /// Draws a scene and reports its legibility; without legibility rules, text is drawn unchanged.
  ///
  /// `parts` are the layer ranges of separate layouts, in order.
  func rasterize(
    _ scene: Scene, parts: [Range<Int>] = [], rules: LegibilityRules?, hidingGlyphs: Bool = false
  ) throws(RenderError) -> Picture {
    let notes = DrawingNotes()
    let ground = try ground(scene.background.map(inSpace), noting: notes)
    var (aids, layers, report) = try legible(scene, parts, rules, over: ground)
    let warnings = ground.warnings + (try photoWarnings(scene.foreground))
    let painted = try paint(aids, layers, on: ground, hidingGlyphs: hidingGlyphs)
    report?.changed = AidVisibility.share(painted.painting.visible, of: pixels)
    notes.fonts.formUnion(painted.painting.fonts)
    return Picture(
      painted,
      report: PictureReport(
        legibility: report, fonts: notes.fonts,
        otherWarnings: warnings.map(RenderWarning.photo) + grounds.takeWarnings()))
  }

  /// Draws the background, and returns the legibility aids and adapted layers without drawing them.
  func takeApart(
    _ scene: Scene, parts: [Range<Int>], rules: LegibilityRules?
  ) throws(RenderError) -> (ground: Ground, aids: [Layer], layers: [Layer]) {
    let ground = try ground(scene.background.map(inSpace), noting: DrawingNotes())
    let (aids, layers, _) = try legible(scene, parts, rules, over: ground)
    return (ground, aids, layers)
  }

  /// Returns the foreground layers, adapted for legibility on a background.
  private func legible(
    _ scene: Scene, _ parts: [Range<Int>], _ rules: LegibilityRules?, over ground: Ground
  ) throws(RenderError) -> (aids: [Layer], layers: [Layer], LegibilityReport?) {
    let foreground = scene.foreground.map(inSpace)
    guard let rules, foreground.contains(where: { !$0.texts.isEmpty }) else {
      return ([], foreground, nil)
    }
    let legibility = Legibility(rules: rules.encoded(in: space), drawing: self)
    let adapted = try legibility.adapt(foreground, parts: parts, over: ground)
    let colors = scene.foreground.flatMap(\.textColors) + [rules.text, rules.alternate]
    return (adapted.aids, adapted.layers, adapted.report.naming(colors, encodedIn: space))
  }

  /// Returns the decoder warnings for the photos in the given layers.
  func photoWarnings(_ layers: [Layer]) throws(RenderError) -> [String] {
    try layers.flatMap(\.images)
      .map { (image) throws(RenderError) in try photos.decode(image, scale: scale) }
      .compactMap(\.self)
  }

  /// Draws layers without caching the pixels.
  package func glance(at layers: [Layer]) throws(RenderError) -> Ground {
    var surface = try ImageSurface(size: pixels)
    try draw(layers.map(inSpace), on: &surface)
    return Ground(nil, surface)
  }

  /// Draws the background layers, or takes their pixels from the cache.
  private func ground(_ layers: [Layer], noting notes: DrawingNotes) throws(RenderError) -> Ground {
    // Text must be drawn each time, because drawing produces the font report.
    let key = layers.allSatisfy { $0.texts.isEmpty } ? try key(layers) : nil
    if let key, let known = try grounds.ground(for: key) { return known }
    var surface = try ImageSurface(size: pixels)
    try draw(layers, on: &surface, keepingPhotos: key == nil, noting: notes)
    let ground = Ground(key, surface, warnings: try photoWarnings(layers))
    try grounds.share(ground)
    grounds.keep(ground)
    return ground
  }

  /// The cache key of a background with these layers.
  func key(_ layers: [Layer]) throws(RenderError) -> Ground.Key {
    Ground.Key(
      layers: layers, photos: try photos.digests(of: layers.flatMap(\.images)), pixels: pixels,
      scale: scale, space: space, maker: maker.map { "\($0.id) \($0.version)" })
  }

  /// The layer with its sRGB colors converted to the color space of the picture.
  func inSpace(_ layer: Layer) -> Layer {
    space == .sRGB ? layer : layer.mappingColors(space.encode)
  }

  /// Draws layers on a surface.
  ///
  /// If the result is cached as a background, `keepingPhotos` is `false`, because its photos do not
  /// need to be cached separately.
  func draw(
    _ layers: [Layer], on surface: inout ImageSurface, hidingGlyphs: Bool = false,
    keepingPhotos: Bool = true, noting notes: DrawingNotes? = nil
  ) throws(RenderError) {
    let manner = DrawingManner(
      hidesGlyphs: hidingGlyphs, keepsPhotos: keepingPhotos, notes: notes)
    try surface.draw(scale: scale) { (canvas) throws(RenderError) in
      for layer in layers { try draw(layer, on: canvas, manner) }
    }
  }

  private func draw(
    _ layer: Layer, on canvas: borrowing Canvas, _ manner: DrawingManner
  ) throws(RenderError) {
    switch layer.content {
    case .fill(let paint): try canvas.fill(paint, opacity: layer.opacity)
    case .shape(let shape): try canvas.draw(shape, opacity: layer.opacity)
    case .image(let image):
      try draw(image, on: canvas, opacity: layer.opacity, isKept: manner.keepsPhotos)
    case .pixels(let pixels): try canvas.draw(pixels, in: space, opacity: layer.opacity)
    case .text(let content):
      if let shadow = content.shadow,
        let mask = try measured.shadowMask(of: content, shadow, on: canvas, self)
      {
        try canvas.drawShadow(shadow, with: mask, opacity: layer.opacity)
      }
      guard !manner.hidesGlyphs else { return }
      try text.withShape(of: content.block, width: content.frame.width) {
        (shaped) throws(RenderError) in
        try canvas.draw(
          shaped, at: content.frame.origin, color: content.block.style.color,
          opacity: layer.opacity)
        manner.notes?.fonts.add(shaped, layer: layer.name)
      }
    case .group(let group):
      let place = layer.opacity < 1 ? try marks(of: group.layers) : nil
      try canvas.group(
        opacity: layer.opacity, clip: group.clip, marks: place
      ) { (canvas) throws(RenderError) in
        for member in group.layers { try draw(member, on: canvas, manner) }
      }
    }
  }

  private func draw(
    _ image: ImageContent, on canvas: borrowing Canvas, opacity: Double, isKept: Bool
  ) throws(RenderError) {
    guard isKept else {
      return try photos.withPicture(image, scale: canvas.scale) { (picture) throws(RenderError) in
        try canvas.draw(picture, as: image, in: space, opacity: opacity, threads: threads)
      }
    }
    let placed = try photos.placed(
      image, on: canvas, pixels: pixels, in: space, threads: threads)
    if let placed { try canvas.draw(placed, as: image, opacity: opacity) }
  }
}

/// The options for drawing layers.
private struct DrawingManner {
  var hidesGlyphs = false
  var keepsPhotos = true
  var notes: DrawingNotes?
}

/// Observations that are recorded during drawing.
///
/// This is a class so that nested drawing calls, which only borrow the canvas, can add to the same
/// observations.
final class DrawingNotes {
  var fonts = FontUse()
}
