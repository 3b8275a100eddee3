internal import CCairo
import WallfarmPluginKit

extension Canvas {
  /// Paints a soft, coloured copy of what `body` draws.
  ///
  /// The copy is made in a surface with room for three standard deviations on each side, beyond
  /// which a Gaussian has less than half a level of 255.
  ///
  /// - Parameters:
  ///   - shadow: colour, softness and place.
  ///   - bounds: holds everything `body` draws, in points.
  ///   - opacity: strength, 0…1.
  ///   - body: draws in any opaque colour; only its coverage counts.
  /// - Throws: `raster-failed`, or what `body` throws.
  borrowing func drawShadow(
    _ shadow: Shadow, bounds: Rect, opacity: Double,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let sigma = shadow.blur * scale.mean
    let margin = (3 * sigma).rounded(.up) + 2
    // Only what can fall onto the canvas is drawn: a shape may be far larger.
    let (reachX, reachY) = (margin + abs(shadow.dx) * scale.x, margin + abs(shadow.dy) * scale.y)
    let left = max((bounds.x * scale.x - margin).rounded(.down), -reachX.rounded(.up))
    let top = max((bounds.y * scale.y - margin).rounded(.down), -reachY.rounded(.up))
    let right = min(bounds.maxX * scale.x + margin, Double(size.width) + reachX).rounded(.up)
    let bottom = min(bounds.maxY * scale.y + margin, Double(size.height) + reachY).rounded(.up)
    let (width, height) = (right - left, bottom - top)
    guard width >= 1, height >= 1 else { return }
    let pixels = try ImageSurface(size: PixelSize(width: Int(width), height: Int(height)))
    try pixels.draw(scale: scale) { (mask) throws(RenderError) in
      cairo_translate(mask.cairo, -left / mask.scale.x, -top / mask.scale.y)
      mask.setColor(.black)
      try body(mask)
    }
    GaussianBlur(sigma: sigma).apply(to: pixels)
    try withSavedState { (canvas) throws(RenderError) in
      canvas.setColor(shadow.color, opacity: opacity)
      cairo_translate(canvas.cairo, shadow.dx, shadow.dy)
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_mask_surface(canvas.cairo, pixels.pointer, left, top)
    }
  }
}
