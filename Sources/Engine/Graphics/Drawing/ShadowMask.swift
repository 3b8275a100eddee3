internal import CCairo
import Glibc
import WallfarmPluginKit

/// The blurred coverage of a shadow, and its position.
///
/// The type is a class so that a cache can share it, because the blur accounts for most of the time
/// that a shadow takes.
public final class ShadowMask {
  let pointer: OpaquePointer
  /// The distance from the left edge of the canvas in pixels.
  let left: Double
  /// The distance from the top edge of the canvas in pixels.
  let top: Double
  /// The size of the pixels in bytes.
  public let byteCount: Int

  /// Draws coverage and blurs it.
  ///
  /// - Parameters:
  ///   - size: The size of the mask in pixels.
  ///   - left: The distance from the left edge of the canvas in pixels.
  ///   - top: The distance from the top edge of the canvas in pixels.
  ///   - scale: Pixels per point.
  ///   - blur: The blur to apply.
  ///   - body: Draws in points of the canvas; only the alpha of the drawing is used.
  /// - Throws: `raster-failed`, or errors of `body`.
  init(
    size: PixelSize, left: Double, top: Double, scale: Scale, blur: GaussianBlur,
    _ body: (borrowing Canvas) throws(RenderError) -> Void
  ) throws(RenderError) {
    let (surface, bytes) = try ShadowMask.surface(size)
    let stride = Int(cairo_image_surface_get_stride(surface))
    pointer = surface
    (self.left, self.top) = (left, top)
    byteCount = stride * size.height
    let canvas = Canvas(drawingOn: surface, size: size, scale: scale)
    cairo_translate(canvas.cairo, -left / scale.x, -top / scale.y)
    canvas.setColor(.black)
    try body(canvas)
    try canvas.checkStatus(while: "draw a shadow")
    cairo_surface_flush(surface)
    var coverage = [UInt8](unsafeUninitializedCapacity: size.area) { rows, count in
      for y in 0..<size.height {
        for x in 0..<size.width { rows[y &* size.width &+ x] = bytes[y &* stride &+ x] }
      }
      count = size.area
    }
    blur.apply(to: &coverage, width: size.width, height: size.height)
    coverage.withUnsafeBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      for y in 0..<size.height {
        (bytes + y * stride).update(from: start + y * size.width, count: size.width)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Creates a mask with different coverage at the same position as another mask.
  private init(_ other: ShadowMask, levels: [UInt8]) throws(RenderError) {
    (left, top, byteCount) = (other.left, other.top, other.byteCount)
    let size = PixelSize(
      width: Int(cairo_image_surface_get_width(other.pointer)),
      height: Int(cairo_image_surface_get_height(other.pointer)))
    let bytes: UnsafeMutablePointer<UInt8>
    (pointer, bytes) = try ShadowMask.surface(size)
    guard let source = cairo_image_surface_get_data(other.pointer) else {
      preconditionFailure("a mask has memory")
    }
    levels.withUnsafeBufferPointer { levels in
      for index in 0..<byteCount { bytes[index] = levels[Int(source[index])] }
    }
    cairo_surface_mark_dirty(pointer)
  }

  deinit { cairo_surface_destroy(pointer) }

  /// A surface for coverage, together with its memory.
  private static func surface(
    _ size: PixelSize
  ) throws(RenderError) -> (OpaquePointer, UnsafeMutablePointer<UInt8>) {
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .rasterFailed("cairo could not create a surface") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let bytes = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      throw .noSurface(status, size)
    }
    return (surface, bytes)
  }

  /// The last result of `repeated`.
  private var last: (layers: Int, alpha: Double, mask: ShadowMask)?

  /// Returns one mask for several layers of the shadow, which is painted once with an opaque color.
  ///
  /// - Parameters:
  ///   - layers: The number of layers.
  ///   - alpha: The opacity of each layer, 0…1.
  /// - Returns: The mask; the last mask is cached.
  /// - Throws: `raster-failed` if there is not enough memory.
  func repeated(_ layers: Int, alpha: Double) throws(RenderError) -> ShadowMask {
    if let last, last.layers == layers, last.alpha == alpha { return last.mask }
    let levels = (0...255).map { level in
      UInt8((255 * (1 - pow(1 - alpha * Double(level) / 255, Double(layers)))).rounded())
    }
    let mask = try ShadowMask(self, levels: levels)
    last = (layers, alpha, mask)
    return mask
  }
}
