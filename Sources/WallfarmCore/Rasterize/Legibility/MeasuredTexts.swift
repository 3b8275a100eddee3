import Graphics
import WallfarmPluginKit

/// Where texts have ink and what they stand on, kept for the next picture: of a list of notes mostly
/// one has changed.
///
/// Belongs to one renderer.
final class MeasuredTexts {
  private struct InkKey: Hashable {
    let content: TextContent
    let withShadow: Bool
    let scale: Scale
    let language: String?

    init(_ content: TextContent, _ withShadow: Bool, _ rasterizer: Rasterizer) {
      self.content = content
      self.withShadow = withShadow
      scale = rasterizer.scale
      language = rasterizer.text.defaultLanguage
    }
  }

  private struct LinesKey: Hashable {
    let ink: InkKey
    let ground: Ground.Key
  }

  private var inks = BoundedCache<InkKey, TextInk>(mostBytes: 16 << 20)
  private var lines = BoundedCache<LinesKey, TextLines>(mostBytes: 32 << 20)

  /// The cells of a text, each line of it.
  func ink(
    of content: TextContent, withShadow: Bool, _ rasterizer: Rasterizer
  ) throws(RenderError) -> TextInk {
    let key = InkKey(content, withShadow, rasterizer)
    if let known = inks.value(for: key) { return known }
    let shaped = try rasterizer.text.shape(content.block, width: content.frame.width)
    let ink = try TextInk(
      of: shaped, at: content.frame.origin, size: content.block.style.size,
      withShadow: withShadow)
    inks.insert(ink, for: key, bytes: ink.cells.count * MemoryLayout<TextInk.Cell>.stride)
    return ink
  }

  /// The lines of a text with the pixels of a ground under them.
  func lines(
    of content: TextContent, withShadow: Bool, over ground: Ground, _ rasterizer: Rasterizer
  ) throws(RenderError) -> TextLines {
    let key = ground.key.map {
      LinesKey(ink: InkKey(content, withShadow, rasterizer), ground: $0)
    }
    if let key, let known = lines.value(for: key) { return known }
    let ink = try ink(of: content, withShadow: withShadow, rasterizer)
    let made = try ground.withSurface { (surface) throws(RenderError) in
      TextLines(content, ink: ink, scale: rasterizer.scale, over: surface)
    }
    if let key {
      let count = made.samples.reduce(0) { $0 + $1.count }
      lines.insert(made, for: key, bytes: count * MemoryLayout<TextLines.Sample>.stride)
    }
    return made
  }
}
