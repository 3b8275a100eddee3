internal import CCairo
import WallfarmPluginKit

/// The softened coverage of what casts a shadow, and where it falls.
///
/// A class, so that a cache can keep it: softening is most of the work of a shadow.
public final class ShadowMask {
  let pointer: OpaquePointer
  /// Distance of its left edge from that of the canvas, in pixels.
  let left: Double
  /// Distance of its upper edge from that of the canvas, in pixels.
  let top: Double
  /// Memory of its pixels.
  public let byteCount: Int

  /// Takes coverage, a byte for each pixel.
  init(_ coverage: [UInt8], size: PixelSize, left: Double, top: Double) throws(RenderError) {
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(clamping: size.width), Int32(clamping: size.height))
    else { throw .rasterFailed("cairo made no surface") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let bytes = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      throw .rasterFailed(status, while: "allocate a mask of \(size) pixels")
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    coverage.withUnsafeBufferPointer { source in
      for y in 0..<size.height {
        guard let row = source.baseAddress else { return }
        (bytes + y * stride).update(from: row + y * size.width, count: size.width)
      }
    }
    cairo_surface_mark_dirty(surface)
    pointer = surface
    (self.left, self.top) = (left, top)
    byteCount = stride * size.height
  }

  deinit { cairo_surface_destroy(pointer) }
}
