import Graphics
import WallfarmPluginKit
internal import Work

/// Caches the ink of texts and the pixels behind them, since usually only one note of a list
/// changes.
///
/// Each renderer has its own.
final class MeasuredTexts {
  /// The properties of a text that affect its ink, which exclude colors and shadow.
  private struct InkKey: Hashable {
    let content: TextContent
    let withShadow: Bool
    let scale: Scale
    let language: String?
    let scripts: [String: ScriptStyle]

    init(_ content: TextContent, _ withShadow: Bool, _ rasterizer: Rasterizer) {
      var form = content
      form.shadow = nil
      form.block.style.color = .black
      for index in form.block.spans.indices { form.block.spans[index].color = nil }
      self.content = form
      self.withShadow = withShadow
      scale = rasterizer.scale
      language = rasterizer.text.defaultLanguage
      scripts = rasterizer.text.styles(for: content.block)
    }
  }

  private struct LinesKey: Hashable {
    let ink: InkKey
    /// Includes the colors.
    let content: TextContent
    let ground: Ground.Key
  }

  private struct ShadowKey: Hashable {
    let ink: InkKey
    let shadow: Shadow
    /// The size of the picture, since shadow beyond it is omitted.
    let pixels: PixelSize
  }

  private var shadows: BoundedCache<ShadowKey, ShadowMask>
  private var inks: BoundedCache<InkKey, TextInk>
  private var lines: BoundedCache<LinesKey, TextLines>

  /// Creates caches of this total size; shadows get the largest share.
  init(mostBytes: Int) {
    shadows = BoundedCache(mostBytes: mostBytes / 19 * 12)
    inks = BoundedCache(mostBytes: mostBytes / 19 * 3)
    lines = BoundedCache(mostBytes: mostBytes / 19 * 4)
  }

  /// The numbers of cache hits and misses.
  var use: CacheUse.Count { CacheUse.Count(hits: inks.hits, misses: inks.misses) }

  /// The ink cells of a text.
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

  /// The shadow mask of a text, which is drawn once to measure the ground behind the letters and
  /// once for the picture.
  func shadowMask(
    of content: TextContent, _ shadow: Shadow, on canvas: borrowing Canvas,
    _ rasterizer: Rasterizer
  ) throws(RenderError) -> ShadowMask? {
    var form = shadow
    form.color = .black
    let key = ShadowKey(
      ink: InkKey(content, true, rasterizer), shadow: form, pixels: rasterizer.pixels)
    if let known = shadows.value(for: key) { return known }
    let shaped = try rasterizer.text.shape(content.block, width: content.frame.width)
    let mask = try canvas.shadowMask(
      of: shaped, at: content.frame.origin, shadow, within: rasterizer.pixels)
    if let mask { shadows.insert(mask, for: key, bytes: mask.byteCount) }
    return mask
  }

  /// The lines of a text with the ground pixels behind them.
  func lines(
    of content: TextContent, withShadow: Bool, over ground: Ground, cover: Ground?,
    _ rasterizer: Rasterizer
  ) throws(RenderError) -> TextLines {
    let key = ground.key.map {
      LinesKey(ink: InkKey(content, withShadow, rasterizer), content: content, ground: $0)
    }
    if let key, let known = lines.value(for: key) { return known }
    let ink = try ink(of: content, withShadow: withShadow, rasterizer)
    let scale = rasterizer.scale
    let made = try ground.withSurface { (surface) throws(RenderError) in
      guard let cover else { return TextLines(content, ink: ink, scale: scale, over: surface) }
      let lines = try cover.withSurface { (cover) throws(RenderError) in
        cover.withPixels { bytes in
          TextLines(content, ink: ink, scale: scale, over: surface, cover: bytes)
        }
      }
      return lines
    }
    if let key {
      let count = made.samples.reduce(0) { $0 + $1.count }
      lines.insert(made, for: key, bytes: count * MemoryLayout<TextLines.Sample>.stride)
    }
    return made
  }
}
