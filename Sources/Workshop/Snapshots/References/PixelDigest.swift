import Digests
package import Graphics
import WallfarmPluginKit

/// Digests of the premultiplied BGRA pixels of a picture, in row-major order.
package enum PixelDigest {
  /// SHA-256 of the pixels, 64 lowercase hex digits.
  package static func digest(of surface: borrowing ImageSurface) -> String {
    var digest = SHA256()
    let (size, stride) = (surface.size, surface.stride)
    surface.withPixels { bytes in
      for y in 0..<size.height {
        digest.update(
          UnsafeRawBufferPointer(rebasing: bytes[y * stride..<y * stride + size.width * 4]))
      }
    }
    return digest.finish()
  }
}
