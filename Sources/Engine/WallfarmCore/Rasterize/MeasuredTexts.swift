import Graphics
import WallfarmPluginKit
internal import Work

/// Caches the ink of text and the pixels behind it, because usually only one note in a list changes
/// between pictures.
///
/// Each renderer has its own cache.
final class MeasuredTexts {
  /// The properties of text that affect its ink; colors and shadows are excluded.
  fileprivate struct InkKey: Hashable {
    let content: TextContent
    let withShadow: Bool
    let scale: Scale
    let language: String?
    let scripts: [String: ScriptStyle]
    let fonts: String

    init(_ content: TextContent, _ withShadow: Bool, _ rasterizer: Rasterizer) throws(RenderError) {
      var form = content
      form.shadow = nil
      form.block.style.color = .black
      for index in form.block.spans.indices { form.block.spans[index].color = nil }
      self.content = form
      self.withShadow = withShadow
      scale = rasterizer.scale
      language = rasterizer.text.defaultLanguage
      scripts = try rasterizer.text.styles(for: content.block)
      fonts = rasterizer.text.fontsDigest
    }
  }

  /// Everything that affects the samples of text.
  struct LinesKey: Hashable {
    fileprivate let ink: InkKey
    /// The text, including its colors.
    fileprivate let content: TextContent
    /// Whether the text is the number of a note.
    fileprivate let isNumber: Bool
    /// The key of the background together with the layers that are drawn behind and next to the
    /// letters.
    fileprivate let backdrop: Ground.Key
  }

  private struct ShadowKey: Hashable {
    let ink: InkKey
    let shadow: Shadow
    /// The size of the picture in pixels, which matters because shadows outside the picture are
    /// omitted.
    let pixels: PixelSize
  }

  private var shadows: BoundedCache<ShadowKey, ShadowMask>
  private var inks: BoundedCache<InkKey, TextInk>
  private var lines: BoundedCache<LinesKey, TextLines>

  /// Creates caches with a total size of `mostBytes`; the shadow cache is the largest.
  init(mostBytes: Int) {
    shadows = BoundedCache(mostBytes: mostBytes / 19 * 12)
    inks = BoundedCache(mostBytes: mostBytes / 19 * 3)
    lines = BoundedCache(mostBytes: mostBytes / 19 * 4)
  }

  /// The numbers of hits and misses of the ink cache.
  var use: CacheUse.Count { CacheUse.Count(hits: inks.hits, misses: inks.misses) }

  /// The ink cells of text.
  func ink(
    of content: TextContent, withShadow: Bool, _ rasterizer: Rasterizer
  ) throws(RenderError) -> TextInk {
    let key = try InkKey(content, withShadow, rasterizer)
    if let known = inks.value(for: key) { return known }
    let ink = try rasterizer.text.withShape(of: content.block, width: content.frame.width) {
      (shaped) throws(RenderError) in
      try TextInk(
        of: shaped, at: content.frame.origin, size: content.block.style.size,
        withShadow: withShadow)
    }
    inks.insert(ink, for: key, bytes: ink.cells.count * MemoryLayout<TextInk.Cell>.stride)
    return ink
  }

  /// The shadow mask of text, which is used to measure the background behind the letters and to
  /// draw the picture.
  func shadowMask(
    of content: TextContent, _ shadow: Shadow, on canvas: borrowing Canvas,
    _ rasterizer: Rasterizer
  ) throws(RenderError) -> ShadowMask? {
    var form = shadow
    form.color = .black
    form.layers = 1
    let key = ShadowKey(
      ink: try InkKey(content, true, rasterizer), shadow: form, pixels: rasterizer.pixels)
    if let known = shadows.value(for: key) { return known }
    let mask = try rasterizer.text.withShape(of: content.block, width: content.frame.width) {
      (shaped) throws(RenderError) in
      try canvas.shadowMask(
        of: shaped, at: content.frame.origin, shadow, within: rasterizer.pixels)
    }
    // A shadow that is painted several times has a second mask.
    let masks = shadow.layers > 1 ? 2 : 1
    if let mask { shadows.insert(mask, for: key, bytes: mask.byteCount * masks) }
    return mask
  }

  /// Returns the cache key for the lines of a text that is sampled on a backdrop.
  func key(
    of content: TextContent, isNumber: Bool, withShadow: Bool, on backdrop: Ground.Key,
    _ rasterizer: Rasterizer
  ) throws(RenderError) -> LinesKey {
    LinesKey(
      ink: try InkKey(content, withShadow, rasterizer), content: content, isNumber: isNumber,
      backdrop: backdrop)
  }

  /// The cached lines of text with the given key.
  func lines(for key: LinesKey) -> TextLines? { lines.value(for: key) }

  /// Caches lines of text.
  func insert(_ made: TextLines, for key: LinesKey) {
    let count = made.samples.reduce(0) { $0 + $1.count }
    lines.insert(made, for: key, bytes: count * MemoryLayout<TextLines.Sample>.stride)
  }
}
