/// Limits on photos, checked before decoding.
public struct PhotoLimits: Sendable, Hashable {
  /// Maximum file size in bytes.
  public var bytes: Int
  /// Maximum number of pixels.
  public var pixels: Int
  /// Maximum width and height in pixels.
  public var side: Int
  /// Maximum decoder memory in bytes, in addition to 4 bytes for each pixel.
  public var memory: Int
  /// Maximum number of scans of a progressive JPEG; each is a pass over all pixels.
  public var scans: Int

  /// Maximum number of chunks, segments or boxes.
  static let parts = 100_000
  /// Maximum number of tiles of a HEIF picture.
  static let tiles = 4096

  /// Creates limits; the defaults accept any phone photo.
  ///
  /// The defaults are 64 MiB, 100 megapixels, 30,000 pixels a side, 320 MiB of memory and 100
  /// scans.
  public init(
    bytes: Int = 64 << 20, pixels: Int = 100_000_000, side: Int = 30_000,
    memory: Int = 320 << 20, scans: Int = 100
  ) {
    self.bytes = bytes
    self.pixels = pixels
    self.side = side
    self.memory = memory
    self.scans = scans
  }
}
