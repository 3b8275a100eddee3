internal import CPango
import WallfarmPluginKit

/// Gives every line of a block the line height of the block's own font, even if some characters use
/// fallback fonts.
///
/// Fallback fonts declare very different heights (Noto Sans CJK 1.45 em, Inter 1.21 em), which
/// would make a list of notes in several scripts uneven. If the ink of two adjacent lines would be
/// too close together, all lines grow equally, but only as far as needed.
struct LineBox {
  /// The minimum distance between the ink of two lines, in em.
  private static let clearance = 0.04

  /// Sets the line height of a layout that already has its text and font.
  ///
  /// `fontHeight` is the sum of the font's ascent and descent, in em.
  static func apply(
    to layout: OpaquePointer, block: TextBlock, direction: TextDirection, fontHeight: Double
  ) {
    let height = fontHeight * block.style.size
    set(height, on: layout)
    let overlap = overlap(in: layout) + clearance * block.style.size
    if overlap > 0 { set(height + overlap, on: layout) }
    HangingPunctuation.apply(to: layout, block: block, direction: direction)
  }

  private static func set(_ height: Double, on layout: OpaquePointer) {
    // The layout owns its attribute list. Setting a modified copy makes the layout recompute its
    // lines.
    guard let list = pango_attr_list_copy(pango_layout_get_attributes(layout)) else { return }
    defer { pango_attr_list_unref(list) }
    pango_attr_list_change(list, pango_attr_line_height_new_absolute(pangoUnits(height)))
    pango_layout_set_attributes(layout, list)
    standOnOneBaseline(layout)
  }

  /// Removes the vertical offsets that Pango adds to lines beginning with Han, Hangul, kana or
  /// Devanagari.
  ///
  /// Pango aligns fonts by the baseline of the script. Most fonts do not define this baseline, so
  /// Pango estimates it from the font height. As a result, digits in a family with long descenders
  /// were too high by a tenth of their size. Like browsers, wallfarm aligns alphabetic baselines.
  private static func standOnOneBaseline(_ layout: OpaquePointer) {
    for index in 0..<pango_layout_get_line_count(layout) {
      var next = pango_layout_get_line_readonly(layout, index)?.pointee.runs
      while let node = next {
        let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self)
        run?.pointee.y_offset = 0
        next = node.pointee.next
      }
    }
  }

  /// Returns the largest ink overlap of adjacent lines, in points; the result is negative if no
  /// lines overlap.
  private static func overlap(in layout: OpaquePointer) -> Double {
    guard pango_layout_get_line_count(layout) > 1, let iterator = pango_layout_get_iter(layout)
    else { return -.infinity }
    defer { pango_layout_iter_free(iterator) }
    var worst = -Double.infinity
    var bottom: Int32?
    repeat {
      var ink = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, &ink, nil)
      guard ink.height > 0 else { continue }
      if let bottom { worst = max(worst, points(bottom - ink.y)) }
      bottom = ink.y + ink.height
    } while pango_layout_iter_next_line(iterator) != 0
    return worst
  }
}
