internal import CCairo
public import WallfarmPluginKit

/// A drawing whose lines stay sharp at every size, as an SVG file.
///
/// Letters become outlines, so it looks the same where the fonts are not.
public enum SVGDrawing {
  /// Draws a file.
  ///
  /// - Parameters:
  ///   - size: points.
  ///   - body: draws; the canvas must not outlive it.
  /// - Returns: the bytes of the file.
  /// - Throws: `raster-failed`, or what `body` throws.
  public static func bytes(
    size: Size, _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) -> [UInt8] {
    let collected = CollectedBytes()
    let surface = cairo_svg_surface_create_for_stream(
      { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<CollectedBytes>.fromOpaque(closure).takeUnretainedValue()
          .bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(collected).toOpaque(), size.width, size.height)
    guard let surface else { throw .rasterFailed("cairo made no SVG surface") }
    defer { cairo_surface_destroy(surface) }
    let pixels = PixelSize(
      width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    try draw(on: surface, pixels, body)
    // Only then is the end of the file written.
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .rasterFailed(status, while: "write an SVG file")
    }
    return withExtendedLifetime(collected) { collected.bytes }
  }

  /// The canvas is gone before the surface is finished.
  private static func draw(
    on surface: OpaquePointer, _ pixels: PixelSize,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let canvas = Canvas(drawingOn: surface, size: pixels, scale: Scale(x: 1, y: 1))
    try body(canvas)
    try canvas.checkStatus(while: "draw an SVG file")
  }

  /// What cairo has written; a class, because C keeps its address.
  private final class CollectedBytes {
    var bytes: [UInt8] = []
  }
}
