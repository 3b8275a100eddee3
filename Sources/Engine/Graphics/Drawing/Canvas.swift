internal import CCairo
public import WallfarmPluginKit

/// A cairo context that is borrowed from an ``ImageSurface`` and uses points as its unit.
public struct Canvas: ~Copyable {
  let cairo: OpaquePointer
  let size: PixelSize
  /// The first pixel row that is drawn; 0 unless the surface contains only some rows of the
  /// picture.
  let top: Int
  /// Pixels per point.
  public let scale: Scale

  init(drawingOn surface: OpaquePointer, size: PixelSize, top: Int = 0, scale: Scale) {
    cairo = cairo_create(surface)
    self.size = size
    self.top = top
    self.scale = scale
    cairo_scale(cairo, scale.x, scale.y)
  }

  deinit { cairo_destroy(cairo) }

  /// Calls `body` between `cairo_save` and `cairo_restore`.
  borrowing func withSavedState(
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    try body(self)
  }

  /// Draws `body` as a group and applies the clip and opacity to the whole group.
  ///
  /// - Parameters:
  ///   - opacity: The opacity of the group, 0…1.
  ///   - clip: The clip path, or `nil`.
  ///   - marks: The bounds of the drawing, or `nil` if they are unknown. The group covers only
  ///     these bounds, because a group that covered the whole screen took 10 ms.
  ///   - body: Draws the contents of the group.
  /// - Throws: Errors of `body`.
  public borrowing func group(
    opacity: Double, clip: Shape?, marks: Rect? = nil,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    try withSavedState { (canvas) throws(RenderError) in
      if let clip {
        canvas.trace(clip)
        cairo_clip(canvas.cairo)
      }
      guard opacity < 1 else { return try body(canvas) }
      if let marks { canvas.clip(toPixelsAround: marks) }
      cairo_push_group(canvas.cairo)
      do throws(RenderError) {
        try body(canvas)
      } catch {
        cairo_pattern_destroy(cairo_pop_group(canvas.cairo))
        throw error
      }
      cairo_pop_group_to_source(canvas.cairo)
      cairo_paint_with_alpha(canvas.cairo, opacity)
    }
  }

  /// Clips to the whole pixels around a drawing, so that the edge of the clip is not antialiased.
  private borrowing func clip(toPixelsAround marks: Rect) {
    // Antialiasing can extend the drawing by up to two pixels.
    let room = Insets(horizontal: -2 / scale.x, vertical: -2 / scale.y)
    if let box = pixelBox(around: marks.inset(by: room)) { clip(to: box) }
  }

  /// Clips to a rectangle of whole pixels.
  borrowing func clip(to box: (left: Int, top: Int, width: Int, height: Int)) {
    cairo_new_path(cairo)
    cairo_rectangle(
      cairo, Double(box.left) / scale.x, Double(box.top) / scale.y, Double(box.width) / scale.x,
      Double(box.height) / scale.y)
    cairo_clip(cairo)
  }

  /// Replaces the current path with the outline of a shape.
  borrowing func trace(_ shape: Shape) {
    cairo_new_path(cairo)
    switch shape {
    case .rectangle(let rect):
      cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
    case .rounded(let rect, let radius): traceRounded(rect, radius: radius)
    case .ellipse(let rect):
      // Draw a unit circle scaled to the ellipse.
      cairo_save(cairo)
      cairo_translate(cairo, rect.midX, rect.midY)
      cairo_scale(cairo, max(rect.width, 1e-6) / 2, max(rect.height, 1e-6) / 2)
      cairo_arc(cairo, 0, 0, 1, 0, 2 * Double.pi)
      cairo_restore(cairo)
    case .path(let elements): for element in elements { trace(element) }
    }
  }

  private borrowing func trace(_ element: PathElement) {
    switch element {
    case .move(let point): cairo_move_to(cairo, point.x, point.y)
    case .line(let point): cairo_line_to(cairo, point.x, point.y)
    case .curve(let one, let two, let end):
      cairo_curve_to(cairo, one.x, one.y, two.x, two.y, end.x, end.y)
    case .close: cairo_close_path(cairo)
    }
  }

  private borrowing func traceRounded(_ rect: Rect, radius: Double) {
    let radius = max(0, min(radius, rect.width / 2, rect.height / 2))
    let quarter = Double.pi / 2
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, rect.maxX - radius, rect.y + radius, radius, -quarter, 0)
    cairo_arc(cairo, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
    cairo_arc(cairo, rect.x + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(cairo, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
  }

  borrowing func setColor(_ color: Color, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255 * opacity)
  }

  // Errors in cairo are sticky, so one check after drawing reports any earlier failure.
  borrowing func checkStatus(while action: String) throws(RenderError) {
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw .rasterFailed(status, while: action) }
  }
}
