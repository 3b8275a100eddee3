public import Graphics
import WallfarmPluginKit

/// Draws a scene, layers in and pixels out, and decides nothing but how text stays legible.
struct Rasterizer {
  let text: TextEngine
  let photos: PhotoStore
  /// The colours of the picture; those of layers are sRGB and are converted.
  let space: ColorSpace

  /// The pixels of a scene, and what was done for its text; no rules mean no help.
  func rasterize(
    _ scene: Scene, pixels: PixelSize, scale: Scale, rules: LegibilityRules?,
    hidingGlyphs: Bool = false
  ) throws(RenderError) -> Picture {
    let surface = try ImageSurface(size: pixels)
    let notes = DrawingNotes()
    try draw(scene.background.map(inSpace), on: surface, scale: scale, noting: notes)
    var foreground = scene.foreground.map(inSpace)
    var report: LegibilityReport?
    if let rules, foreground.contains(where: { !$0.texts.isEmpty }) {
      let legibility = Legibility(
        rules: rules.encoded(in: space), text: text, scale: scale, canvas: scene.size)
      let adapted = try legibility.adapt(foreground, over: surface, drawing: self)
      (foreground, report) = (adapted.foreground, adapted.report)
    }
    try draw(
      foreground, on: surface, scale: scale, hidingGlyphs: hidingGlyphs, noting: notes)
    return Picture(
      surface: surface, report: PictureReport(legibility: report, fonts: notes.fonts))
  }

  /// A layer with its sRGB colours in the numbers of the picture's space.
  private func inSpace(_ layer: Layer) -> Layer {
    space == .sRGB ? layer : layer.mappingColors(space.encode)
  }

  /// Draws layers over what a surface shows.
  func draw(
    _ layers: [Layer], on surface: borrowing ImageSurface, scale: Scale,
    hidingGlyphs: Bool = false, noting notes: DrawingNotes? = nil
  ) throws(RenderError) {
    try surface.draw(scale: scale) { (canvas) throws(RenderError) in
      for layer in layers { try draw(layer, on: canvas, hidingGlyphs, notes) }
    }
  }

  private func draw(
    _ layer: Layer, on canvas: borrowing Canvas, _ hidingGlyphs: Bool, _ notes: DrawingNotes?
  ) throws(RenderError) {
    switch layer.content {
    case .fill(let paint): try canvas.fill(paint, opacity: layer.opacity)
    case .shape(let shape): try canvas.draw(shape, opacity: layer.opacity)
    case .image(let image):
      try photos.withPicture(image, scale: canvas.scale) { (picture) throws(RenderError) in
        try canvas.draw(picture, as: image, in: space, opacity: layer.opacity)
      }
    case .text(let content):
      if hidingGlyphs && content.shadow == nil { return }
      let shaped = try text.shape(content.block, width: content.frame.width)
      try canvas.draw(
        shaped, at: content.frame.origin, color: content.block.style.color,
        shadow: content.shadow, opacity: layer.opacity, hidingGlyphs: hidingGlyphs)
      notes?.fonts.add(shaped, layer: layer.name)
    case .group(let group):
      try canvas.group(opacity: layer.opacity, clip: group.clip) { (canvas) throws(RenderError) in
        for member in group.layers { try draw(member, on: canvas, hidingGlyphs, notes) }
      }
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
  public let surface: ImageSurface
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

  var warnings: [RenderWarning] { (legibility?.warnings ?? []) + fonts.warnings }
}
