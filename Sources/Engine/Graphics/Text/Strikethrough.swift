internal import CPango
import WallfarmPluginKit

/// The strikethrough lines of a block.
///
/// Pango draws strikethrough at the position that the font specifies. With unhinted metrics, this
/// position is near the baseline, and the line is very thin in heavy faces. These lines cross the
/// middle of lowercase letters instead. They are thicker in heavier faces, but thinner than a stem,
/// so that words stay readable.
struct Strikethrough {
  /// The height of the line's center above the baseline in em: half of a typical x-height.
  private static let height = 0.27

  private let size: Double
  /// The thickness of the line in points.
  private let thickness: Double
  /// The byte ranges of the text that are struck through.
  private let ranges: [Range<Int>]

  init(_ block: TextBlock) {
    size = block.style.size
    // The thickness is 0.05 em at weight 400 and 0.074 em at 800.
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

  /// Returns the rectangles for each struck-through range in each line, in points from the top left
  /// corner of the frame.
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

  /// Returns the left and right edges of a byte range in a line; bidirectional text can have
  /// several pairs of edges.
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
