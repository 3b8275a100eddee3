internal import Digests
package import WallfarmPluginKit

extension ImageSurface {
  /// Returns a blurred copy of opaque pixels with adjusted saturation.
  ///
  /// - Parameters:
  ///   - sigma: The standard deviation of the blur in pixels.
  ///   - saturation: The saturation factor; 1 leaves the colors unchanged.
  /// - Returns: The blurred copy.
  /// - Throws: `raster-failed` if there is not enough memory.
  package borrowing func frosted(
    sigma: Double, saturation: Double
  ) throws(RenderError) -> ImageSurface {
    var copy = try copy()
    GaussianBlur(sigma: sigma).apply(to: &copy)
    Saturation(factor: saturation).apply(to: &copy)
    return copy
  }

  /// Converts the pixels to sRGB and returns them as layer content.
  ///
  /// - Parameter space: The color space of the surface.
  /// - Returns: The content, which has the same size as the surface.
  /// - Throws: `raster-failed` if there is not enough memory.
  package borrowing func content(in space: ColorSpace) throws(RenderError) -> PixelContent {
    var copy = try copy()
    if space == .displayP3 {
      let area = PixelArea(columns: 0..<size.width, rows: 0..<size.height)
      try ColorTransform(source: .displayP3, target: .sRGB, area: area).apply(to: &copy, file: "")
    }
    let (row, stride, height) = (size.width * 4, copy.stride, size.height)
    let bytes = copy.withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: row * height) { target, count in
        for y in 0..<height {
          let from = UnsafeRawBufferPointer(rebasing: pixels[y * stride..<y * stride + row])
          UnsafeMutableRawBufferPointer(target).baseAddress.map {
            UnsafeMutableRawBufferPointer(start: $0 + y * row, count: row).copyMemory(from: from)
          }
        }
        count = row * height
      }
    }
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return PixelContent(size: size, bytes: bytes, digest: digest.finish())
  }
}
