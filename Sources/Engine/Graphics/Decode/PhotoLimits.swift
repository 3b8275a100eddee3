/// The limits on photos, which are checked before decoding.
public struct PhotoLimits: Sendable, Hashable {
  /// The maximum file size in bytes.
  public var bytes: Int
  /// Maximum number of pixels.
  public var pixels: Int
  /// The maximum width and height in pixels.
  public var side: Int
  /// The maximum decoder memory in bytes, in addition to 4 bytes per pixel.
  public var memory: Int
  /// The maximum number of scans in a progressive JPEG; each scan is a pass over all pixels.
  public var scans: Int

  /// The maximum number of chunks, segments or boxes in a file.
  static let parts = 100_000
  /// The maximum number of tiles in a HEIF picture.
  static let tiles = 4096

  /// Creates limits; the defaults accept any photo from a phone.
  ///
  /// The defaults are 64 MiB, 100 megapixels, 30,000 pixels per dimension, 320 MiB of memory and
  /// 100 scans.
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
