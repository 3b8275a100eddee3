import Digests
import Graphics
import WallfarmPluginKit

/// SHA-256 of a picture: blue, green, red and alpha of every pixel, multiplied with alpha, row by row.
enum PixelDigest {
  /// The digest, 64 lower-case hex digits.
  static func digest(of surface: borrowing ImageSurface) -> String {
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
