/// Rendered pixels for the whole canvas, for backgrounds that cannot be expressed as layers.
///
/// Each pixel is premultiplied sRGB in the byte order blue, green, red, alpha. The rows run from
/// top to bottom without padding. The pixels are valid for only one screen size.
public final class PixelContent: Sendable {
  /// The size in pixels, which equals the screen size.
  public let size: PixelSize
  /// The pixels, 4 bytes each.
  public let bytes: [UInt8]
  /// A digest of the size and the bytes, used for comparisons.
  public let digest: String

  /// Creates pixel content.
  ///
  /// - Precondition: The number of bytes is 4 times the number of pixels.
  public init(size: PixelSize, bytes: [UInt8], digest: String) {
    precondition(bytes.count == size.area * 4, "\(bytes.count) bytes are not \(size) pixels")
    (self.size, self.bytes, self.digest) = (size, bytes, digest)
  }
}

extension PixelContent: Hashable {
  /// Returns whether two pixel contents have the same size and digest.
  public static func == (one: PixelContent, other: PixelContent) -> Bool {
    one.digest == other.digest && one.size == other.size
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
