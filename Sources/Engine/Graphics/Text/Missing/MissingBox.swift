internal import CCairo
internal import CPango
import WallfarmPluginKit

/// The box that replaces a missing cluster; its label has one or two rows.
///
/// In Pango's layout, the box is a shape attribute. The label is stored in the bits of the
/// attribute's data pointer, so that no memory has to be freed.
struct MissingBox {
  /// The maximum length of a label, which is the number of bytes in a pointer.
  static let longestLabel = 8
  private static let family = "JetBrains Mono"
  /// Lengths in em; `top` is measured from the baseline and is negative because the top is above
  /// it.
  private static let top = -0.74
  private static let height = 0.82
  private static let margin = 0.05
  private static let stroke = 0.045
  private static let padding = 0.1

  /// The type size of the replaced text in points.
  let size: Double
  let label: String

  private var rows: [String] {
    guard label.count > 2 else { return [label] }
    let half = (label.count + 1) / 2
    return [String(label.prefix(half)), String(label.dropFirst(half))]
  }

  /// The type size of the label in em.
  private var labelSize: Double { rows.count == 1 ? 0.42 : 0.32 }

  private var width: Double {
    let columns = rows.map(\.count).max() ?? 1
    return 2 * (MissingBox.margin + MissingBox.padding) + Double(columns) * labelSize * 0.6
  }

  /// The shape attribute that replaces a character.
  var attribute: UnsafeMutablePointer<PangoAttribute>? {
    var ink = rectangle(
      x: MissingBox.margin, y: MissingBox.top, width: width - 2 * MissingBox.margin,
      height: MissingBox.height)
    // The logical height equals the ink height, so that the box does not make its line taller.
    var logical = rectangle(x: 0, y: MissingBox.top, width: width, height: MissingBox.height)
    return pango_attr_shape_new_with_data(&ink, &logical, packed, nil, nil)
  }

  private func rectangle(
    x: Double, y: Double, width: Double, height: Double
  ) -> PangoRectangle {
    PangoRectangle(
      x: pangoUnits(x * size), y: pangoUnits(y * size), width: pangoUnits(width * size),
      height: pangoUnits(height * size))
  }

  /// The label, stored in the bits of a pointer that is never dereferenced.
  private var packed: UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(
      bitPattern: label.utf8.prefix(MissingBox.longestLabel).reduce(0) {
        $0 << 8 | UInt($1)
      })
  }

  private init(size: Double, packed: UnsafeMutableRawPointer?) {
    let bits = UInt(bitPattern: packed)
    let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
    self.init(size: size, label: String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self))
  }

  init(size: Double, label: String) { (self.size, self.label) = (size, label) }

  /// Installs the shape renderer that draws boxes in a context and its layouts.
  static func install(in context: OpaquePointer) {
    // The context is passed to its own renderer, which Pango calls only while the context exists.
    pango_cairo_context_set_shape_renderer(
      context,
      { cairo, shape, _, context in
        guard let cairo, let shape, let context else { return }
        let size = points(shape.pointee.logical_rect.height) / MissingBox.height
        MissingBox(size: size, packed: shape.pointee.data)
          .draw(on: cairo, context: OpaquePointer(context))
      }, UnsafeMutableRawPointer(context), nil)
  }

  /// Draws the box in the current color; the current point is the left end of the box, on the
  /// baseline.
  private func draw(on cairo: OpaquePointer, context: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    cairo_get_current_point(cairo, &x, &y)
    let half = MissingBox.stroke / 2
    cairo_new_path(cairo)
    cairo_rectangle(
      cairo, x + (MissingBox.margin + half) * size, y + (MissingBox.top + half) * size,
      (width - 2 * (MissingBox.margin + half)) * size, (MissingBox.height - 2 * half) * size)
    cairo_set_line_width(cairo, MissingBox.stroke * size)
    cairo_stroke(cairo)
    // Digits are 0.73 em high, and the gap between two rows is a sixth of that.
    let capitals = 0.73 * labelSize * size
    let middle = y + (MissingBox.top + MissingBox.height / 2) * size
    let baselines =
      rows.count == 1
      ? [middle + capitals / 2] : [middle - capitals / 12, middle + capitals * 13 / 12]
    for (row, baseline) in zip(rows, baselines) {
      show(row, on: cairo, context: context, middle: x + width * size / 2, baseline: baseline)
    }
  }

  private func show(
    _ row: String, on cairo: OpaquePointer, context: OpaquePointer, middle: Double,
    baseline: Double
  ) {
    guard let layout = pango_layout_new(context) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_text(layout, row, -1)
    let style = TextStyle(
      family: MissingBox.family, size: labelSize * size, weight: 700, color: .black)
    TextAttributes.withDescription(of: style, language: nil) {
      pango_layout_set_font_description(layout, $0)
    }
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    cairo_move_to(
      cairo, middle - points(logical.width) / 2,
      baseline - points(pango_layout_get_baseline(layout)))
    pango_cairo_show_layout(cairo, layout)
  }
}
