internal import CCairo
internal import CPango
public import WallfarmPluginKit

extension Canvas {
  /// Creates the shadow mask of shaped text; returns `nil` if the shadow is entirely outside
  /// `pixels`.
  public borrowing func shadowMask(
    of text: borrowing ShapedText, at origin: Point, _ shadow: Shadow, within pixels: PixelSize
  ) throws(RenderError) -> ShadowMask? {
    let ink = text.measurement.ink.offset(x: origin.x, y: origin.y)
    let (layout, strikes) = (text.layout, text.strikeLines)
    return try shadowMask(shadow, bounds: ink, within: pixels) { mask in
      mask.show(layout, strikes, at: origin, color: .black)
    }
  }

  /// Draws the shadow of shaped text through its mask.
  public borrowing func drawShadow(
    _ shadow: Shadow, with mask: ShadowMask, opacity: Double
  ) throws(RenderError) {
    try draw(shadow, mask, opacity: opacity)
  }

  /// Draws shaped text so that the top left corner of its frame is at `origin`.
  ///
  /// Emoji that would be invisible on the background get a thin, soft outline.
  public borrowing func draw(
    _ text: borrowing ShapedText, at origin: Point, color: Color, opacity: Double = 1
  ) throws(RenderError) {
    try drawRims(of: text, at: origin, color: color, opacity: opacity)
    // Color emoji ignore the alpha of the source, so a group is necessary to fade them.
    let (layout, strikes) = (text.layout, text.strikeLines)
    let ink = text.measurement.ink.offset(x: origin.x, y: origin.y)
    try group(opacity: opacity, clip: nil, marks: ink) { canvas in
      canvas.show(layout, strikes, at: origin, color: color)
    }
  }

  /// Draws the glyphs of a layout and their strikethrough lines.
  borrowing func show(
    _ layout: OpaquePointer, _ strikes: [Rect], at origin: Point, color: Color
  ) {
    FontGate.enter {
      // Restoring the state releases the selected font while the lock is still held.
      cairo_save(cairo)
      setColor(color)
      cairo_move_to(cairo, origin.x, origin.y)
      pango_cairo_show_layout(cairo, layout)
      cairo_restore(cairo)
    }
    guard !strikes.isEmpty else { return }
    cairo_new_path(cairo)
    for rect in strikes {
      cairo_rectangle(cairo, origin.x + rect.x, origin.y + rect.y, rect.width, rect.height)
    }
    setColor(color)
    cairo_fill(cairo)
  }
}
