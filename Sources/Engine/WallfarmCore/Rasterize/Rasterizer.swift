public import Graphics
import WallfarmPluginKit

/// Draws a scene, layers in and pixels out, and decides nothing but how text stays legible.
struct Rasterizer {
  let text: TextEngine
  let photos: PhotoStore
  /// The colours of the picture; those of layers are sRGB and are converted.
  let space: ColorSpace
  let pixels: PixelSize
  /// Pixels per point.
  let scale: Scale
  /// The plugin that made the background; nil for none.
  let maker: PluginDescription?
  let grounds: GroundStore
  let measured: MeasuredTexts
  /// How many scale one photo together.
  let threads: Int

  /// The pixels of a scene, and what was done for its text; no rules mean no help.
  ///
  /// `parts` are the layers of layouts that stand apart, in order.
  func rasterize(
    _ scene: Scene, parts: [Range<Int>] = [], rules: LegibilityRules?, hidingGlyphs: Bool = false
  ) throws(RenderError) -> Picture {
    let notes = DrawingNotes()
    let ground = try ground(scene.background.map(inSpace), noting: notes)
    let (panes, layers, report) = try legible(scene, parts, rules, over: ground)
    let warnings = ground.warnings + (try photoWarnings(scene.foreground))
    var surface = try ground.surfaceToDrawOn()
    try draw(panes + layers, on: &surface, hidingGlyphs: hidingGlyphs, noting: notes)
    return Picture(
      surface: surface,
      report: PictureReport(
        legibility: report, fonts: notes.fonts,
        otherWarnings: warnings.map(RenderWarning.photo) + grounds.takeWarnings()))
  }

  /// The pixels of the background, what helps text to be read there, and the layers as they would be drawn on it.
  func takeApart(
    _ scene: Scene, parts: [Range<Int>], rules: LegibilityRules?
  ) throws(RenderError) -> (ground: Ground, panes: [Layer], layers: [Layer]) {
    let ground = try ground(scene.background.map(inSpace), noting: DrawingNotes())
    let (panes, layers, _) = try legible(scene, parts, rules, over: ground)
    return (ground, panes, layers)
  }

  /// The layers on a ground, with what helps their text to be read there.
  private func legible(
    _ scene: Scene, _ parts: [Range<Int>], _ rules: LegibilityRules?, over ground: Ground
  ) throws(RenderError) -> (panes: [Layer], layers: [Layer], LegibilityReport?) {
    let foreground = scene.foreground.map(inSpace)
    guard let rules, foreground.contains(where: { !$0.texts.isEmpty }) else {
      return ([], foreground, nil)
    }
    let legibility = Legibility(rules: rules.encoded(in: space), drawing: self)
    let adapted = try legibility.adapt(foreground, parts: parts, over: ground)
    return (adapted.panes, adapted.layers, adapted.report)
  }

  /// What decoders say of the photos in some layers.
  func photoWarnings(_ layers: [Layer]) throws(RenderError) -> [String] {
    try layers.flatMap(\.images)
      .map { (image) throws(RenderError) in try photos.decode(image, scale: scale) }
      .compactMap(\.self)
  }

  /// The picture of some layers, for one who looks at it once: it is kept nowhere.
  func glance(at layers: [Layer]) throws(RenderError) -> Ground {
    var surface = try ImageSurface(size: pixels)
    try draw(layers.map(inSpace), on: &surface)
    return Ground(nil, surface)
  }

  /// A ground with layers on it.
  private func ground(_ layers: [Layer], noting notes: DrawingNotes) throws(RenderError) -> Ground {
    // Text has to be drawn each time, for the report of fonts.
    let key = layers.allSatisfy { $0.texts.isEmpty } ? try key(layers) : nil
    if let key, let known = try grounds.ground(for: key) { return known }
    var surface = try ImageSurface(size: pixels)
    try draw(layers, on: &surface, keepingPhotos: key == nil, noting: notes)
    let ground = Ground(key, surface, warnings: try photoWarnings(layers))
    try grounds.share(ground)
    try grounds.keep(ground)
    return ground
  }

  /// What a ground with these layers is known by.
  func key(_ layers: [Layer]) throws(RenderError) -> Ground.Key {
    Ground.Key(
      layers: layers, photos: try photos.digests(of: layers.flatMap(\.images)), pixels: pixels,
      scale: scale, space: space, maker: maker.map { "\($0.id) \($0.version)" })
  }

  /// A layer with its sRGB colours in the numbers of the picture's space.
  func inSpace(_ layer: Layer) -> Layer {
    space == .sRGB ? layer : layer.mappingColors(space.encode)
  }

  /// Draws layers over what a surface shows.
  ///
  /// What is kept as a whole, as a background is, need not have its photos kept besides.
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
      let shaped = try text.shape(content.block, width: content.frame.width)
      try canvas.draw(
        shaped, at: content.frame.origin, color: content.block.style.color, opacity: layer.opacity)
      manner.notes?.fonts.add(shaped, layer: layer.name)
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
    if let placed { try canvas.draw(placed, in: image.frame, opacity: opacity) }
  }
}

/// How layers are drawn.
private struct DrawingManner {
  var hidesGlyphs = false
  var keepsPhotos = true
  var notes: DrawingNotes?
}

extension Rasterizer {
  /// Where layers leave marks; nil where that is not known without drawing them.
  private func marks(of layers: [Layer]) throws(RenderError) -> Rect? {
    var all: Rect?
    for layer in layers {
      guard let own = try marks(of: layer) else { return nil }
      all = all?.union(own) ?? own
    }
    return all
  }

  private func marks(of layer: Layer) throws(RenderError) -> Rect? {
    switch layer.content {
    case .text(let content) where content.shadow == nil:
      let shaped = try text.shape(content.block, width: content.frame.width)
      return shaped.measurement.ink.offset(x: content.frame.x, y: content.frame.y)
    case .shape(let content) where content.shadow == nil:
      let half = (content.stroke?.width ?? 0) / 2
      return content.shape.bounds.inset(by: Insets(horizontal: -half, vertical: -half))
    case .group(let group): return try marks(of: group.layers)
    case .text, .shape, .fill, .image, .pixels: return nil
    }
  }
}

/// What is written down while layers are drawn; a class, because drawing only lends its canvas.
final class DrawingNotes {
  var fonts = FontUse()
}

/// The pixels of a finished picture, and what is known about its text.
public struct Picture: ~Copyable {
  /// Premultiplied pixels.
  public internal(set) var surface: ImageSurface
  /// What drawing found out.
  public let report: PictureReport

  var warnings: [RenderWarning] { report.warnings }
}

/// What only drawing could find out.
public struct PictureReport: Sendable, Hashable {
  /// Contrast of every line; nil for a picture without text, or a transparent one.
  public let legibility: LegibilityReport?
  /// Which fonts drew it.
  public let fonts: FontUse
  /// Of photos, and of a cache that could not be written.
  let otherWarnings: [RenderWarning]

  var warnings: [RenderWarning] {
    otherWarnings + (legibility?.warnings ?? []) + fonts.warnings
  }
}

extension RenderWarning {
  fileprivate static func photo(_ sentence: String) -> RenderWarning {
    RenderWarning(.photoWarning, sentence, hint: "save it again if other programs complain")
  }
}
