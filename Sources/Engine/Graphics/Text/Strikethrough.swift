internal import CPango
import WallfarmPluginKit

/// The lines through the text of a block.
///
/// Pango draws them too, but where the font says, which with unhinted metrics is near the baseline
/// and hair-thin in a heavy face. Ours run through the middle of the small letters and are
/// heavier in heavier faces, but never as heavy as a stem, which would hide the words.
struct Strikethrough {
  /// Height of the line's middle above the baseline, in em: half of a common x-height.
  private static let height = 0.27

  private let size: Double
  /// Thickness of the line, in points.
  private let thickness: Double
  /// Bytes of the text that are struck.
  private let ranges: [Range<Int>]

  init(_ block: TextBlock) {
    size = block.style.size
    // 0.05 em at weight 400, 0.074 em at 800.
    thickness = size * (0.026 + 0.00006 * Double(block.style.weight))
    var ranges: [Range<Int>] = []
    var start = 0
    for span in block.spans {
      let end = start + span.text.utf8.count
      if span.strikethrough ?? block.style.strikethrough { ranges.append(start..<end) }
      start = end
    }
    self.ranges = ranges
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// One rectangle for each stretch of each line, in points from the top left of the frame.
  func rects(in layout: OpaquePointer) -> [Rect] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var rects: [Rect] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      let baseline = points(pango_layout_iter_get_baseline(iterator))
      let y = baseline - Strikethrough.height * size - thickness / 2
      let bytes =
        Int(line.pointee.start_index)..<Int(line.pointee.start_index + line.pointee.length)
      for range in ranges {
        let part = range.clamped(to: bytes)
        guard !part.isEmpty else { continue }
        for (left, right) in stretches(of: part, in: line) {
          rects.append(
            Rect(x: left, y: y, width: right - left, height: thickness))
        }
      }
    } while pango_layout_iter_next_line(iterator) != 0
    return rects
  }

  /// Left and right ends of some bytes of a line; more than one pair where directions mix.
  private func stretches(
    of bytes: Range<Int>, in line: UnsafeMutablePointer<PangoLayoutLine>
  ) -> [(Double, Double)] {
    var edges: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango_layout_line_get_x_ranges(
      line, Int32(bytes.lowerBound), Int32(bytes.upperBound), &edges, &count)
    defer { g_free(edges) }
    guard let edges else { return [] }
    return (0..<Int(count)).map { (points(edges[$0 * 2]), points(edges[$0 * 2 + 1])) }
  }
}
