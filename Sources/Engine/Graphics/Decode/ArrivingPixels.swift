internal import CCairo

/// Pixel memory that one thread fills while another thread already uses the photo.
///
/// The value retains the surface. Readers must not access a row until ``Arrival`` reports that it
/// is decoded.
struct ArrivingPixels: ~Copyable {
  private let surface: OpaquePointer
  private let stride: Int

  init(of surface: borrowing ImageSurface) {
    self.stride = surface.stride
    guard let reference = cairo_surface_reference(surface.pointer) else {
      preconditionFailure("cairo lost a surface")
    }
    self.surface = reference
    cairo_surface_flush(reference)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Passes the address of the first row and the stride in bytes to `body`.
  func withBytes<Result>(_ body: (UnsafeMutablePointer<UInt8>?, Int) -> Result) -> Result {
    body(cairo_image_surface_get_data(surface), stride)
  }
}
