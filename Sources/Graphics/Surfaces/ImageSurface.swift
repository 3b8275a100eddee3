internal import CCairo
public import WallfarmPluginKit

/// The pixel memory that one render draws into.
///
/// Pixels are 32 bits each: blue, green, red, alpha in memory order on little-endian machines,
/// colours premultiplied (cairo's `CAIRO_FORMAT_ARGB32`). It has one owner and is freed once.
public struct ImageSurface: ~Copyable {
  let pointer: OpaquePointer
  /// Width and height in pixels.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int

  /// Makes a fully transparent surface.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had or a side is beyond 32,767 pixels.
  public init(size: PixelSize) throws(RenderError) {
    // cairo never returns NULL here; it returns an inert surface that carries the failure.
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .rasterFailed("cairo made no surface") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .rasterFailed(status, while: "allocate \(size) pixels")
    }
    pointer = surface
    self.size = size
    stride = Int(cairo_image_surface_get_stride(surface))
  }

  deinit { cairo_surface_destroy(pointer) }

  /// A second surface with the same pixels.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had.
  public borrowing func copy() throws(RenderError) -> ImageSurface {
    let copy = try ImageSurface(size: size)
    withPixels { source in copy.withMutablePixels { $0.copyMemory(from: source) } }
    return copy
  }

  /// Lends a canvas whose unit is a point, then reports the first drawing failure.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, across and down.
  ///   - body: draws; the canvas must not outlive it.
  /// - Throws: `raster-failed`, or what `body` throws.
  public borrowing func draw(
    scale: Scale, _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let canvas = Canvas(drawingOn: pointer, size: size, scale: scale)
    try body(canvas)
    try canvas.checkStatus(while: "draw")
  }

  /// Lends the bytes of all rows, after cairo has finished with them.
  public borrowing func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    cairo_surface_flush(pointer)
    return body(UnsafeRawBufferPointer(start: bytes, count: stride * size.height))
  }

  /// Lends the bytes of all rows for writing, and tells cairo that they changed.
  public borrowing func withMutablePixels<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    return body(UnsafeMutableRawBufferPointer(start: bytes, count: stride * size.height))
  }

  private var bytes: UnsafeMutablePointer<UInt8>? { cairo_image_surface_get_data(pointer) }
}
