/// Finished pixels over the whole canvas, for backgrounds that no layers can say.
///
/// They are sRGB, premultiplied, in rows from the top with no bytes between them: blue, green, red,
/// alpha. They fit one screen and no other.
public final class PixelContent: Sendable {
  /// Width and height, in pixels: those of the screen.
  public let size: PixelSize
  /// 4 bytes a pixel.
  public let bytes: [UInt8]
  /// Digest of size and bytes, which stands for them in comparisons.
  public let digest: String

  /// Takes pixels of a size; another number of bytes than four a pixel is a mistake and traps.
  public init(size: PixelSize, bytes: [UInt8], digest: String) {
    precondition(bytes.count == size.area * 4, "\(bytes.count) bytes are not \(size) pixels")
    (self.size, self.bytes, self.digest) = (size, bytes, digest)
  }
}

extension PixelContent: Hashable {
  /// Whether two are the same pixels, by their digests.
  public static func == (one: PixelContent, other: PixelContent) -> Bool {
    one.digest == other.digest && one.size == other.size
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
