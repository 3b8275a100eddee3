internal import CPango
import WallfarmPluginKit

/// Moves opening punctuation at the start of a line outside the frame, so that the letters are
/// aligned.
///
/// The first glyph of a line gets a smaller advance, which moves the rest of the line toward the
/// edge of the frame.
struct HangingPunctuation {
  private let layout: OpaquePointer
  private let direction: TextDirection
  /// The maximum distance outside the frame in Pango units.
  private let most: Int32

  /// Changes the lines of a layout; call this function again after each change to the layout's
  /// attributes.
  static func apply(to layout: OpaquePointer, block: TextBlock, direction: TextDirection) {
    guard block.hang > 0, block.alignment == .start, let text = pango_layout_get_text(layout) else {
      return
    }
    let hanging = HangingPunctuation(
      layout: layout, direction: direction, most: pangoUnits(block.hang))
    for index in 0..<pango_layout_get_line_count(layout) {
      // Request a writable line, so that Pango recomputes its extents after the glyphs change.
      guard let line = pango_layout_get_line(layout, index)?.pointee else { continue }
      let start = Int(line.start_index)
      guard let scalar = scalar(text, at: start), let share = scalar.hangingShare else { continue }
      hanging.hang(line, start: Int32(start), share: share)
    }
  }

  /// Reduces the advance of the first glyph in a line.
  private func hang(_ line: PangoLayoutLine, start: Int32, share: Double) {
    var next = line.runs
    while let node = next {
      next = node.pointee.next
      guard let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
        let item = run.pointee.item, let glyphs = run.pointee.glyphs,
        item.pointee.offset == start, glyphs.pointee.num_glyphs > 0
      else { continue }
      let isRightToLeft = item.pointee.analysis.level & 1 == 1
      guard isRightToLeft == (direction == .rightToLeft) else { return }
      let index = isRightToLeft ? Int(glyphs.pointee.num_glyphs) - 1 : 0
      guard let glyph = glyphs.pointee.glyphs?.advanced(by: index) else { return }
      let width = glyph.pointee.geometry.width
      let distance = min(most, Int32(Double(width) * share))
      glyph.pointee.geometry.width = width - distance
      // In right-to-left text, the glyph already extends beyond its advance on the right.
      if !isRightToLeft { glyph.pointee.geometry.x_offset -= distance }
      return
    }
  }

  /// Returns the scalar at a byte offset in UTF-8 text.
  private static func scalar(_ text: UnsafePointer<CChar>, at place: Int) -> Unicode.Scalar? {
    Unicode.Scalar(g_utf8_get_char(text + place))
  }
}

extension Unicode.Scalar {
  /// The fraction of the advance that hangs outside the frame; `nil` for characters that do not
  /// hang.
  ///
  /// The fraction is 0.5 for wide Chinese, Japanese and Korean marks, because their ink is in the
  /// second half of the advance.
  fileprivate var hangingShare: Double? {
    switch self {
    case "“", "‘", "„", "‚", "«", "‹", "\"", "'", "”", "’": 1
    case "「", "『", "《", "〈", "（", "【", "〔", "〝": 0.5
    default: nil
    }
  }
}
