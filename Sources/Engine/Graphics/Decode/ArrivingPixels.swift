internal import CCairo

/// The memory of a photo that one thread fills while another has the photo already.
///
/// It holds the pixels alive by itself. Readers must not look at a row before the ``Arrival`` says
/// that it is there.
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

  /// Lends the first byte of the first row, and how many bytes each row has.
  func withBytes<Result>(_ body: (UnsafeMutablePointer<UInt8>?, Int) -> Result) -> Result {
    body(cairo_image_surface_get_data(surface), stride)
  }
}
