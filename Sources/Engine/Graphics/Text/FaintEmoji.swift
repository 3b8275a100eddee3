internal import CCairo
internal import CPango
import WallfarmPluginKit

/// The emoji that would be invisible on the background of their text, such as 🤍 on white paper.
///
/// Text is assumed to be legible, so its color indicates the brightness of the background: dark
/// text is on a light background.
struct FaintEmoji {
  /// An emoji at its position in the layout.
  struct Emoji {
    let font: OpaquePointer
    let glyph: cairo_glyph_t
    /// The type size in points.
    let size: Double
    /// The strength of the outline, 0…1.
    ///
    /// The strength increases gradually with the fraction of the emoji's edge that resembles the
    /// background, so that similar emoji of different sizes look alike.
    let strength: Double
  }

  private(set) var emoji: [Emoji] = []
  /// Whether to find dark emoji instead of light ones; true if the text is light.
  let areDark: Bool

  /// Finds the faint emoji in a layout with text of the given color.
  init(in layout: OpaquePointer, beside color: Color) {
    areDark = color.isLight
    guard FaintEmoji.mayHaveEmoji(layout), let iterator = pango_layout_get_iter(layout) else {
      return
    }
    defer { pango_layout_iter_free(iterator) }
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator)?.pointee,
        let font = run.item.pointee.analysis.font, TextRun.family(of: font) == FaintEmoji.family,
        let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font))
      else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let baseline = pango_layout_iter_get_baseline(iterator)
      let size = FaintEmoji.size(of: font)
      for glyph in FaintEmoji.glyphs(of: run, x: logical.x, y: baseline) {
        let picture = EmojiPicture(of: glyph.index, font: scaled, size: size)
        let strength = picture.faintness(isDark: areDark)
        guard strength > 0 else { continue }
        emoji.append(Emoji(font: scaled, glyph: glyph, size: size, strength: strength))
      }
    } while pango_layout_iter_next_run(iterator) != 0
  }

  private static let family = "Noto Color Emoji"

  /// Whether the text contains a character at U+2000 or above.
  private static func mayHaveEmoji(_ layout: OpaquePointer) -> Bool {
    guard let text = pango_layout_get_text(layout) else { return false }
    var place = 0
    while text[place] != 0 {
      if UInt8(bitPattern: text[place]) >= 0xE2 { return true }
      place += 1
    }
    return false
  }

  private static func size(of font: UnsafeMutablePointer<PangoFont>) -> Double {
    guard let description = pango_font_describe_with_absolute_size(font) else { return 1 }
    defer { pango_font_description_free(description) }
    return max(1, points(pango_font_description_get_size(description)))
  }

  private static func glyphs(of run: PangoGlyphItem, x: Int32, y: Int32) -> [cairo_glyph_t] {
    var place = x
    let count = Int(run.glyphs.pointee.num_glyphs)
    return UnsafeBufferPointer(start: run.glyphs.pointee.glyphs, count: count).compactMap { info in
      defer { place += info.geometry.width }
      guard info.glyph < PangoGlyph.unknownFlag - 1 else { return nil }
      return cairo_glyph_t(
        index: UInt(info.glyph), x: points(place + info.geometry.x_offset),
        y: points(y + info.geometry.y_offset))
    }
  }
}

/// The pixels of one emoji, at 32 pixels per em.
private struct EmojiPicture {
  private static let em = 32.0
  private static let side = 56
  /// The fractions of an emoji's edge that must resemble the background for the outline to appear
  /// (`least`) and to reach its full strength (`most`).
  private static let (least, most) = (0.3, 0.5)
  /// The thresholds for classifying a pixel as white or black, 0…255.
  ///
  /// A pixel at the level `white` or `black` counts as one half, and the count changes from 0 to 1
  /// over `range` levels. A pixel does not count as white or black if its channels differ by more
  /// than `chroma`.
  private static let (white, black, range, chroma) = (176.0, 92.0, 32.0, 60)

  /// Premultiplied alpha, red, green and blue, packed into one value per pixel.
  private let pixels: [UInt32]

  init(of glyph: UInt, font: OpaquePointer, size: Double) {
    let side = EmojiPicture.side
    var pixels = [UInt32](repeating: 0, count: side * side)
    pixels.withUnsafeMutableBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, Int32(side), Int32(side),
        Int32(side * 4))
      let context = cairo_create(surface)
      cairo_scale(context, EmojiPicture.em / size, EmojiPicture.em / size)
      cairo_set_scaled_font(context, font)
      var placed = cairo_glyph_t(index: glyph, x: size * 0.2, y: size * 1.3)
      cairo_show_glyphs(context, &placed, 1)
      cairo_destroy(context)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    self.pixels = pixels
  }

  /// Returns the strength of the outline, 0…1, based on the fraction of the edge that is nearly
  /// black or white.
  func faintness(isDark: Bool) -> Double {
    var (count, faint) = (0.0, 0.0)
    let side = EmojiPicture.side
    for y in 2..<side - 2 {
      for x in 2..<side - 2 where isOutline(x, y) {
        count += 1
        let pixel = pixels[y * side + x]
        let alpha = Int(pixel >> 24)
        let levels = [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) * 255 / alpha }
        guard let least = levels.min(), let most = levels.max() else { continue }
        guard most - least <= EmojiPicture.chroma else { continue }
        let excess =
          isDark ? EmojiPicture.black - Double(most) : Double(least) - EmojiPicture.white
        faint += min(max(excess / EmojiPicture.range + 0.5, 0), 1)
      }
    }
    guard count > 0 else { return 0 }
    let (least, most) = (EmojiPicture.least, EmojiPicture.most)
    return min(max((faint / count - least) / (most - least), 0), 1)
  }

  /// Whether a pixel is covered and the pixel two pixels away from it, horizontally or vertically,
  /// is not.
  private func isOutline(_ x: Int, _ y: Int) -> Bool {
    let side = EmojiPicture.side
    guard pixels[y * side + x] >> 24 >= 192 else { return false }
    return [(-2, 0), (2, 0), (0, -2), (0, 2)].contains { dx, dy in
      pixels[(y + dy) * side + x + dx] >> 24 < 64
    }
  }
}

extension Canvas {
  /// Draws a thin, soft outline around emoji that would be invisible on the background of the text.
  borrowing func drawRims(
    of text: borrowing ShapedText, at origin: Point, color: Color, opacity: Double
  ) throws(RenderError) {
    let layout = text.layout
    let faint = FontGate.enter { FaintEmoji(in: layout, beside: color) }
    let rim = faint.areDark ? Color.white.opacity(0.5) : .black.opacity(0.45)
    for emoji in faint.emoji {
      let shadow = Shadow(color: rim, blur: emoji.size * 0.028)
      var glyph = emoji.glyph
      (glyph.x, glyph.y) = (glyph.x + origin.x, glyph.y + origin.y)
      let bounds = Rect(
        x: glyph.x - emoji.size * 0.2, y: glyph.y - emoji.size * 1.3, width: emoji.size * 1.8,
        height: emoji.size * 1.9)
      let mask = try shadowMask(shadow, bounds: bounds, within: size) { mask in
        FontGate.enter {
          cairo_save(mask.cairo)
          cairo_set_scaled_font(mask.cairo, emoji.font)
          cairo_show_glyphs(mask.cairo, &glyph, 1)
          cairo_restore(mask.cairo)
        }
      }
      if let mask { try draw(shadow, mask, opacity: opacity * emoji.strength) }
    }
  }
}

extension Color {
  /// Whether the color is closer to white than to black.
  fileprivate var isLight: Bool {
    // Applying the weights of Rec. 709 to encoded levels is accurate enough to classify text
    // colors.
    0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue) > 127
  }
}
