internal import CCairo
internal import PNG
public import WallfarmPluginKit

/// The pixel memory that a single render draws into.
///
/// A pixel has 32 bits with premultiplied alpha (cairo's `CAIRO_FORMAT_ARGB32`). The memory order
/// on little-endian machines is blue, green, red, alpha. The surface has one owner, which frees it
/// once.
public struct ImageSurface: ~Copyable {
  let pointer: OpaquePointer
  /// The width and height in pixels.
  public let size: PixelSize
  /// The canvas row at which the surface begins; 0 unless the surface contains only some rows of
  /// the picture.
  public let top: Int
  /// The number of bytes from one row to the next.
  public let stride: Int
  /// The digests of the bands of rows; a write discards the digests of the rows that it may change.
  let digests = RowDigests()

  /// Allocates a transparent surface.
  ///
  /// - Throws: `raster-failed` if there is not enough memory, `invalid-scene` if a dimension
  ///   exceeds 32,767 pixels.
  public init(size: PixelSize) throws(RenderError) { try self.init(size: size, top: 0) }

  /// Allocates a transparent surface for a range of picture rows.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  public init(size: PixelSize, rows: Range<Int>) throws(RenderError) {
    try self.init(size: PixelSize(width: size.width, height: rows.count), top: rows.lowerBound)
  }

  private init(size: PixelSize, top: Int) throws(RenderError) {
    // cairo never returns NULL here; if it fails, it returns a surface in an error state.
    guard
      let surface = ImageSurface.onHugePages(size)
        ?? cairo_image_surface_create(
          CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .rasterFailed("cairo could not create a surface") }
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

  /// Returns a transparent surface on huge pages, or `nil` if the memory cannot be allocated on
  /// huge pages.
  private static func onHugePages(_ size: PixelSize) -> OpaquePointer? {
    let bytesPerRow = size.width * 4
    guard let (pixels, owner) = HugePages.allocate(size.height * bytesPerRow) else { return nil }
    let surface = cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height),
      Int32(clamping: bytesPerRow))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      cairo_surface_set_user_data(surface, ownerKey, owner, HugePages.release)
        == CAIRO_STATUS_SUCCESS
    else {
      cairo_surface_destroy(surface)
      HugePages.release(owner)
      return nil
    }
    return surface
  }

  /// The key under which cairo stores the owner of the memory; only the address of the key matters.
  ///
  /// `nonisolated(unsafe)` is needed only because the key is a pointer. The pointer is set once,
  /// and nothing is written to its memory.
  nonisolated(unsafe) private static let ownerKey =
    UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

  deinit { cairo_surface_destroy(pointer) }

  /// Returns a copy of the surface.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  public borrowing func copy() throws(RenderError) -> ImageSurface {
    try copy(rows: 0..<size.height)
  }

  /// Returns a copy of a range of rows; drawing on the copy uses the coordinates of the whole
  /// surface.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
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

  /// Replaces rows of the surface with the rows of a partial copy.
  package mutating func replace(with part: borrowing ImageSurface) {
    let (first, stride) = ((part.top - top) * stride, stride)
    precondition(part.size.width == size.width && part.stride == stride)
    let rows = part.top - top..<part.top - top + part.size.height
    part.withPixels { source in
      withMutablePixels(of: rows) { target in
        UnsafeMutableRawBufferPointer(rebasing: target[first..<first + source.count])
          .copyMemory(from: source)
      }
    }
  }

  /// Draws on a canvas that uses points and then reports the first failure.
  ///
  /// The method is mutating, like all methods that write pixels, so that the compiler prevents
  /// writing while pixels are borrowed for reading.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point, horizontally and vertically.
  ///   - body: Draws the picture; the canvas must not outlive the call.
  /// - Throws: `raster-failed`, or errors of `body`.
  public mutating func draw(
    scale: Scale, _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let reach = PixelSize(width: size.width, height: top + size.height)
    let canvas = Canvas(drawingOn: pointer, size: reach, top: top, scale: scale)
    digests.forget()
    try body(canvas)
    try canvas.checkStatus(while: "draw")
  }

  /// Flushes the surface and lends the bytes of all rows for reading.
  public borrowing func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    cairo_surface_flush(pointer)
    return body(UnsafeRawBufferPointer(start: bytes, count: stride * size.height))
  }

  /// Lends the bytes of all rows for writing and marks the surface as changed.
  public mutating func withMutablePixels<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    withMutablePixels(of: 0..<size.height, body)
  }

  /// Lends the bytes of all rows to a closure that writes only to the given rows.
  private mutating func withMutablePixels<Result>(
    of rows: Range<Int>, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    digests.forget(rows)
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    return body(UnsafeMutableRawBufferPointer(start: bytes, count: stride * size.height))
  }

  private var bytes: UnsafeMutablePointer<UInt8>? { cairo_image_surface_get_data(pointer) }
}
