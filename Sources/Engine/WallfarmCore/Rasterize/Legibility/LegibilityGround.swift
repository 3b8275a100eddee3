import Graphics
import WallfarmPluginKit

/// What legibility needs of the one who draws: where the ink of a text falls, and what lies below it.
protocol LegibilityGround {
  /// The picture in pixels.
  var pixels: PixelSize { get }
  /// Pixels per point.
  var scale: Scale { get }

  /// The cells that the letters of a text cover.
  func ink(of content: TextContent) throws(RenderError) -> TextInk

  /// The lines of a text, each with the pixels it stands on; `cover` has what lies between them and the
  /// ground.
  func lines(
    of content: TextContent, withShadow: Bool, over ground: Ground, cover: Ground?
  ) throws(RenderError) -> TextLines

  /// Draws layers without their letters.
  func drawWithoutGlyphs(
    _ layers: [Layer], on surface: inout ImageSurface
  ) throws(RenderError)
}

extension Rasterizer: LegibilityGround {
  func ink(of content: TextContent) throws(RenderError) -> TextInk {
    try measured.ink(of: content, withShadow: false, self)
  }

  func lines(
    of content: TextContent, withShadow: Bool, over ground: Ground, cover: Ground?
  ) throws(RenderError) -> TextLines {
    try measured.lines(of: content, withShadow: withShadow, over: ground, cover: cover, self)
  }

  func drawWithoutGlyphs(
    _ layers: [Layer], on surface: inout ImageSurface
  ) throws(RenderError) {
    try draw(layers, on: &surface, hidingGlyphs: true)
  }
}
