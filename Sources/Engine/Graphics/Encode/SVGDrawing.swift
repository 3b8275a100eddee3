internal import CCairo
public import WallfarmPluginKit

/// Draws to an SVG file.
///
/// Text is converted to outlines, so the file does not depend on installed fonts.
public enum SVGDrawing {
  /// Creates an SVG file.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - body: Draws the picture; the canvas must not outlive the call.
  /// - Returns: The bytes of the file.
  /// - Throws: `raster-failed`, or errors of `body`.
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
    guard let surface else { throw .rasterFailed("cairo could not create an SVG surface") }
    defer { cairo_surface_destroy(surface) }
    let pixels = PixelSize(
      width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
    try draw(on: surface, pixels, body)
    // Finishing the surface writes the end of the file.
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .rasterFailed(status, while: "write an SVG file")
    }
    return withExtendedLifetime(collected) { collected.bytes }
  }

  /// Draws in a separate function, so that the canvas is destroyed before the surface is finished.
  private static func draw(
    on surface: OpaquePointer, _ pixels: PixelSize,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let canvas = Canvas(drawingOn: surface, size: pixels, scale: Scale(x: 1, y: 1))
    try body(canvas)
    try canvas.checkStatus(while: "draw an SVG file")
  }

  /// Collects cairo's output; the type is a class because C code stores its address.
  private final class CollectedBytes {
    var bytes: [UInt8] = []
  }
}
