internal import CCairo
import WallfarmPluginKit

extension Canvas {
  /// Draws the coverage of `body` and blurs it into a shadow mask.
  ///
  /// The mask extends three standard deviations beyond each edge of `bounds`. Beyond that distance,
  /// a Gaussian is less than half of one of the 255 levels.
  ///
  /// - Parameters:
  ///   - shadow: The blur and offset.
  ///   - bounds: The bounds of everything that `body` draws, in points.
  ///   - size: The size of the picture; the part of the shadow outside it is omitted.
  ///   - body: Draws in any opaque color; only the coverage is used.
  /// - Returns: The mask, or `nil` if the shadow is entirely outside the picture.
  /// - Throws: `raster-failed`, or errors of `body`.
  borrowing func shadowMask(
    _ shadow: Shadow, bounds: Rect, within size: PixelSize,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) -> ShadowMask? {
    let sigma = shadow.blur * scale.mean
    let margin = (3 * sigma).rounded(.up) + 2
    // Draw only the part that can reach the canvas, because a shape can be much larger than the
    // canvas.
    let (reachX, reachY) = (margin + abs(shadow.dx) * scale.x, margin + abs(shadow.dy) * scale.y)
    let left = max((bounds.x * scale.x - margin).rounded(.down), -reachX.rounded(.up))
    let top = max((bounds.y * scale.y - margin).rounded(.down), -reachY.rounded(.up))
    let right = min(bounds.maxX * scale.x + margin, Double(size.width) + reachX).rounded(.up)
    let bottom = min(bounds.maxY * scale.y + margin, Double(size.height) + reachY).rounded(.up)
    let (width, height) = (right - left, bottom - top)
    guard width >= 1, height >= 1 else { return nil }
    return try ShadowMask(
      size: PixelSize(width: Int(width), height: Int(height)), left: left, top: top, scale: scale,
      blur: GaussianBlur(sigma: sigma), body)
  }

  /// Paints a shadow through its mask.
  ///
  /// The offset is rounded to whole pixels. A rounding error of half a pixel is invisible in a
  /// blurred shadow, but sampling the mask between pixels took a fifth of the render time.
  ///
  /// - Parameters:
  ///   - shadow: The color and offset.
  ///   - mask: The mask, which was drawn for a canvas of the same size and scale.
  ///   - opacity: The opacity, 0…1.
  /// - Throws: `raster-failed` if there is not enough memory for the mask of a shadow with several
  ///   layers.
  borrowing func draw(
    _ shadow: Shadow, _ mask: ShadowMask, opacity: Double
  ) throws(RenderError) {
    guard shadow.layers == 1 else {
      let alpha = Double(shadow.color.alpha) / 255 * opacity
      var once = shadow
      once.layers = 1
      once.color.alpha = 255
      return try draw(once, mask.repeated(shadow.layers, alpha: alpha), opacity: 1)
    }
    try withSavedState { (canvas) throws(RenderError) in
      canvas.setColor(shadow.color, opacity: opacity)
      let left = mask.left + (shadow.dx * canvas.scale.x).rounded()
      let top = mask.top + (shadow.dy * canvas.scale.y).rounded()
      // From this point on, one canvas unit is one pixel.
      cairo_identity_matrix(canvas.cairo)
      cairo_mask_surface(canvas.cairo, mask.pointer, left, top)
    }
  }
}
