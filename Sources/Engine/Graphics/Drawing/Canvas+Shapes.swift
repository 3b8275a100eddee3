internal import CCairo
public import WallfarmPluginKit

extension Canvas {
  /// Fills the whole canvas.
  public borrowing func fill(_ paint: Paint, opacity: Double = 1) throws(RenderError) {
    let all = Rect(
      x: 0, y: 0, width: Double(size.width) / scale.x, height: Double(size.height) / scale.y)
    try paintArea(all, with: paint, opacity: opacity) { canvas in cairo_paint(canvas.cairo) }
  }

  /// Draws the shadow, fill and stroke of a shape, in that order.
  public borrowing func draw(_ content: ShapeContent, opacity: Double = 1) throws(RenderError) {
    if let shadow = content.shadow {
      let mask = try shadowMask(shadow, bounds: content.shape.bounds, within: size) { mask in
        mask.trace(content.shape)
        cairo_fill(mask.cairo)
      }
      if let mask { try draw(shadow, mask, opacity: opacity) }
    }
    if let paint = content.fill {
      try paintArea(content.shape.bounds, with: paint, opacity: opacity) { canvas in
        canvas.trace(content.shape)
        cairo_fill(canvas.cairo)
      }
    }
    if let stroke = content.stroke {
      trace(content.shape)
      draw(stroke, opacity: opacity)
    }
  }

  private borrowing func draw(_ stroke: Stroke, opacity: Double) {
    setColor(stroke.color, opacity: opacity)
    cairo_set_line_width(cairo, stroke.width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(cairo, stroke.dash, Int32(stroke.dash.count), 0)
    cairo_stroke(cairo)
  }

  /// Sets a paint as the source and then calls `body` to fill an area.
  ///
  /// Gradients are drawn by ``GradientPixels`` on a separate surface, because cairo's gradients
  /// have 8 bits per channel and no dithering, which causes visible banding on a phone. A gradient
  /// for a large screen is drawn in strips of rows, so that this surface does not double the memory
  /// use.
  private borrowing func paintArea(
    _ area: Rect, with paint: Paint, opacity: Double, _ body: (borrowing Canvas) -> Void
  ) throws(RenderError) {
    if case .color(let color) = paint {
      setColor(color, opacity: opacity)
      return body(self)
    }
    guard let box = pixelBox(around: area) else { return }
    let rows = max(1, Self.stripBytes / (4 * box.width))
    for first in stride(from: 0, to: box.height, by: rows) {
      let strip = (
        left: box.left, top: box.top + first, width: box.width,
        height: min(rows, box.height - first)
      )
      try paintStrip(strip, isWhole: rows >= box.height, paint, opacity: opacity, body)
    }
  }

  /// The maximum size of a gradient's surface in bytes; a phone screen needs less.
  private static let stripBytes = 24 << 20

  private borrowing func paintStrip(
    _ box: (left: Int, top: Int, width: Int, height: Int), isWhole: Bool, _ paint: Paint,
    opacity: Double, _ body: (borrowing Canvas) -> Void
  ) throws(RenderError) {
    var pixels = try ImageSurface(size: PixelSize(width: box.width, height: box.height))
    GradientPixels(paint: paint, scale: scale, left: box.left, top: box.top).fill(&pixels)
    try withSavedState { (canvas) throws(RenderError) in
      if !isWhole { canvas.clip(to: box) }
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_set_source_surface(canvas.cairo, pixels.pointer, Double(box.left), Double(box.top))
      cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_NEAREST)
      cairo_scale(canvas.cairo, canvas.scale.x, canvas.scale.y)
      if opacity < 1 { cairo_push_group(canvas.cairo) }
      body(canvas)
      if opacity < 1 {
        cairo_pop_group_to_source(canvas.cairo)
        cairo_paint_with_alpha(canvas.cairo, opacity)
      }
    }
  }

  /// Returns the smallest pixel rectangle that contains an area, or `nil` if the area is entirely
  /// outside the limits.
  ///
  /// The rectangle is clipped to `size` or, if `size` is `nil`, to the canvas rows that are drawn.
  borrowing func pixelBox(
    around area: Rect, within size: PixelSize? = nil
  ) -> (left: Int, top: Int, width: Int, height: Int)? {
    let first = size == nil ? top : 0
    let size = size ?? self.size
    let left = max(0, (area.x * scale.x).rounded(.down))
    let top = max(Double(first), (area.y * scale.y).rounded(.down))
    let right = min(Double(size.width), (area.maxX * scale.x).rounded(.up))
    let bottom = min(Double(size.height), (area.maxY * scale.y).rounded(.up))
    guard right > left, bottom > top else { return nil }
    return (Int(left), Int(top), Int(right - left), Int(bottom - top))
  }
}
