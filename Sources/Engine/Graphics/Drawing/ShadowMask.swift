internal import CCairo
import Glibc
import WallfarmPluginKit

/// The blurred coverage of a shadow, with its position on the canvas.
///
/// The type is a class so that a cache can share it. Sharing saves time because the blur takes most
/// of the time that is needed to draw a shadow.
public final class ShadowMask {
  let pointer: OpaquePointer
  /// The distance of the mask from the left edge of the canvas, in pixels.
  let left: Double
  /// The distance of the mask from the top edge of the canvas, in pixels.
  let top: Double
  /// The size of the pixel data in bytes.
  public let byteCount: Int

  /// Draws coverage and blurs it.
  ///
  /// - Parameters:
  ///   - size: The size of the mask in pixels.
  ///   - left: The distance from the left edge of the canvas in pixels.
  ///   - top: The distance from the top edge of the canvas in pixels.
  ///   - scale: Pixels per point.
  ///   - blur: The blur to apply.
  ///   - body: Draws in canvas coordinates, in points; only the alpha of the drawing is used.
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

  /// Creates a copy of a mask in which each coverage level is replaced by its entry in `levels`.
  private init(_ other: ShadowMask, levels: [UInt8]) throws(RenderError) {
    (left, top, byteCount) = (other.left, other.top, other.byteCount)
    let size = PixelSize(
      width: Int(cairo_image_surface_get_width(other.pointer)),
      height: Int(cairo_image_surface_get_height(other.pointer)))
    let bytes: UnsafeMutablePointer<UInt8>
    (pointer, bytes) = try ShadowMask.surface(size)
    guard let source = cairo_image_surface_get_data(other.pointer) else {
      preconditionFailure("the mask has no memory")
    }
    levels.withUnsafeBufferPointer { levels in
      for index in 0..<byteCount { bytes[index] = levels[Int(source[index])] }
    }
    cairo_surface_mark_dirty(pointer)
  }

  deinit { cairo_surface_destroy(pointer) }

  /// Creates a surface for coverage and returns it with a pointer to its pixels.
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

  /// The mask that `repeated` returned last, with the arguments of that call.
  private var last: (layers: Int, alpha: Double, mask: ShadowMask)?

  /// Returns a mask that looks like several layers of the shadow when it is painted once with an
  /// opaque color.
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
