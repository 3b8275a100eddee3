internal import CCairo
internal import CPango
public import WallfarmPluginKit

extension Canvas {
  /// Draws shaped text, its shadow first, with the top left corner of its frame at `origin`.
  ///
  /// With `hidingGlyphs` only the shadow is drawn: what the letters would be seen against.
  public borrowing func draw(
    _ text: borrowing ShapedText, at origin: Point, color: Color, shadow: Shadow?,
    opacity: Double = 1, hidingGlyphs: Bool = false
  ) throws(RenderError) {
    if let shadow {
      let ink = text.measurement.ink.offset(x: origin.x, y: origin.y)
      let (layout, strikes) = (text.layout, text.strikeLines)
      try drawShadow(shadow, bounds: ink, opacity: opacity) { mask in
        mask.show(layout, strikes, at: origin, color: .black)
      }
    }
    guard !hidingGlyphs else { return }
    // Colour emoji ignore the alpha of the source, so fading needs a group.
    let (layout, strikes) = (text.layout, text.strikeLines)
    try group(opacity: opacity, clip: nil) { canvas in
      canvas.show(layout, strikes, at: origin, color: color)
    }
  }

  /// Draws the glyphs of a layout and the lines through them.
  borrowing func show(
    _ layout: OpaquePointer, _ strikes: [Rect], at origin: Point, color: Color
  ) {
    FontGate.enter {
      // Restoring drops the font that drawing selected while the gate is still closed.
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
