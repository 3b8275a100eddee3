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
  /// Row of the canvas that the first row stands for; 0 but for a copy of some rows.
  public let top: Int
  /// Bytes from one row to the next.
  public let stride: Int

  /// Makes a fully transparent surface.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had, `invalid-scene` when a side is beyond
  ///   32,767 pixels.
  public init(size: PixelSize) throws(RenderError) { try self.init(size: size, top: 0) }

  /// Makes a transparent surface that holds some rows of a picture only.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had.
  public init(size: PixelSize, rows: Range<Int>) throws(RenderError) {
    try self.init(size: PixelSize(width: size.width, height: rows.count), top: rows.lowerBound)
  }

  private init(size: PixelSize, top: Int) throws(RenderError) {
    // cairo never returns NULL here; it returns an inert surface that carries the failure.
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .rasterFailed("cairo made no surface") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .noSurface(status, size)
    }
    cairo_surface_set_device_offset(surface, 0, -Double(top))
    pointer = surface
    self.size = size
    self.top = top
    stride = Int(cairo_image_surface_get_stride(surface))
  }

  /// Takes over pixels that a decoder made, instead of copying them.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied, `stride` bytes from row to row, a multiple of four.
  ///   - stride: bytes from one row to the next.
  ///   - size: width and height in pixels.
  ///   - owner: what `release` is called with once nothing uses the pixels, or this throws.
  ///   - release: gives the pixels back.
  /// - Throws: `raster-failed` where cairo does not take them.
  init(
    adopting pixels: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize,
    owner: UnsafeMutableRawPointer, release: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) throws(RenderError) {
    guard
      let surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height),
        Int32(clamping: stride))
    else {
      release(owner)
      throw .rasterFailed("cairo made no surface")
    }
    var status = cairo_surface_status(surface)
    if status == CAIRO_STATUS_SUCCESS {
      status = cairo_surface_set_user_data(surface, ImageSurface.ownerKey, owner, release)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      release(owner)
      throw .rasterFailed(status, while: "take over \(size) pixels")
    }
    pointer = surface
    self.size = size
    top = 0
    self.stride = stride
  }

  /// What cairo knows the owner of adopted pixels by: an address, of which nothing is read.
  ///
  /// Unsafe to the compiler because it is a pointer; it is set once and never written to.
  nonisolated(unsafe) private static let ownerKey =
    UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

  deinit { cairo_surface_destroy(pointer) }

  /// A second surface with the same pixels.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had.
  public borrowing func copy() throws(RenderError) -> ImageSurface {
    try copy(rows: 0..<size.height)
  }

  /// A surface that holds some rows only; what is drawn on it falls where it would on the whole.
  ///
  /// - Throws: `raster-failed` when the memory is not to be had.
  public borrowing func copy(rows: Range<Int>) throws(RenderError) -> ImageSurface {
    var copy = try ImageSurface(
      size: PixelSize(width: size.width, height: rows.count), top: top + rows.lowerBound)
    let stride = stride
    withPixels { source in
      let part = UnsafeRawBufferPointer(
        rebasing: source[rows.lowerBound * stride..<rows.upperBound * stride])
      copy.withMutablePixels { $0.copyMemory(from: part) }
    }
    return copy
  }

  /// Lends a canvas whose unit is a point, then reports the first drawing failure.
  ///
  /// Mutating, as all that writes: the compiler keeps writers out while pixels are lent for reading.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, across and down.
  ///   - body: draws; the canvas must not outlive it.
  /// - Throws: `raster-failed`, or what `body` throws.
  public mutating func draw(
    scale: Scale, _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let reach = PixelSize(width: size.width, height: top + size.height)
    let canvas = Canvas(drawingOn: pointer, size: reach, scale: scale)
    try body(canvas)
    try canvas.checkStatus(while: "draw")
  }

  /// Lends the bytes of all rows, after cairo has finished with them.
  public borrowing func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    cairo_surface_flush(pointer)
    return body(UnsafeRawBufferPointer(start: bytes, count: stride * size.height))
  }

  /// Lends the bytes of all rows for writing, and tells cairo that they changed.
  public mutating func withMutablePixels<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    return body(UnsafeMutableRawBufferPointer(start: bytes, count: stride * size.height))
  }

  private var bytes: UnsafeMutablePointer<UInt8>? { cairo_image_surface_get_data(pointer) }
}
