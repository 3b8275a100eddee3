internal import CCairo
public import WallfarmPluginKit

extension ImageSurface {
  /// Returns a copy that is scaled to another size with the filter used for photos.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  public borrowing func scaled(to size: PixelSize) throws(RenderError) -> ImageSurface {
    let content = ImageContent(
      file: "",
      frame: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)),
      fit: .stretch)
    let placement = ImagePlacement(content, picture: self.size, scale: Scale(x: 1, y: 1))
    var target = try ImageSurface(size: size)
    let picture = DecodedPhoto(surface: try copy())
    try Resampler(placement: placement).draw(picture, on: &target)
    return target
  }

  /// Returns a copy of the pixels as a decoded photo.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  package borrowing func photo() throws(RenderError) -> DecodedPhoto {
    DecodedPhoto(surface: try copy())
  }
}

extension Canvas {
  /// Draws a surface at a point without scaling it, clipped to a shape.
  ///
  /// - Throws: `raster-failed`.
  public borrowing func draw(
    _ picture: borrowing ImageSurface, at origin: Point, clip: Shape
  ) throws(RenderError) {
    let pointer = picture.pointer
    try withSavedState { canvas in
      canvas.trace(clip)
      cairo_clip(canvas.cairo)
      cairo_translate(canvas.cairo, origin.x, origin.y)
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_set_source_surface(canvas.cairo, pointer, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_GOOD)
      cairo_paint(canvas.cairo)
    }
  }
}
