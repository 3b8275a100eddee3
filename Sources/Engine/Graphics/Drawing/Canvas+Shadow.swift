internal import CCairo
import WallfarmPluginKit

extension Canvas {
  /// The soft copy of what `body` draws.
  ///
  /// The copy has room for three standard deviations on each side, beyond which a Gaussian has less
  /// than half a level of 255.
  ///
  /// - Parameters:
  ///   - shadow: softness and place.
  ///   - bounds: holds everything `body` draws, in points.
  ///   - size: of the picture; what falls beside it is left out.
  ///   - body: draws in any opaque colour; only its coverage counts.
  /// - Returns: nil where no shadow falls into the picture.
  /// - Throws: `raster-failed`, or what `body` throws.
  borrowing func shadowMask(
    _ shadow: Shadow, bounds: Rect, within size: PixelSize,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) -> ShadowMask? {
    let sigma = shadow.blur * scale.mean
    let margin = (3 * sigma).rounded(.up) + 2
    // Only what can fall onto the canvas is drawn: a shape may be far larger.
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

  /// Paints a shadow with its mask.
  ///
  /// It is moved by whole pixels: nobody sees half a pixel in something soft, and sampling the mask
  /// between pixels took a fifth of the time of a render.
  ///
  /// - Parameters:
  ///   - shadow: colour and place.
  ///   - mask: its soft copy on a canvas of the same size and scale.
  ///   - opacity: strength, 0…1.
  /// - Throws: nothing of its own.
  borrowing func draw(
    _ shadow: Shadow, _ mask: ShadowMask, opacity: Double
  ) throws(RenderError) {
    try withSavedState { (canvas) throws(RenderError) in
      canvas.setColor(shadow.color, opacity: opacity)
      let left = mask.left + (shadow.dx * canvas.scale.x).rounded()
      let top = mask.top + (shadow.dy * canvas.scale.y).rounded()
      // One unit is one pixel from here on.
      cairo_identity_matrix(canvas.cairo)
      cairo_mask_surface(canvas.cairo, mask.pointer, left, top)
    }
  }
}
