/// The limits on photos, which are checked before decoding.
public struct PhotoLimits: Sendable, Hashable {
  /// Maximum file size in bytes.
  public var bytes: Int
  /// Maximum number of pixels.
  public var pixels: Int
  /// Maximum width and height in pixels.
  public var side: Int
  /// Maximum decoder memory in bytes, in addition to 4 bytes per pixel.
  public var memory: Int
  /// Maximum number of scans in a progressive JPEG; each scan is a pass over all pixels.
  public var scans: Int

  /// Maximum number of chunks, segments or boxes.
  static let parts = 100_000
  /// Maximum number of tiles in a HEIF picture.
  static let tiles = 4096

  /// Creates limits; the defaults accept any photo from a phone.
  ///
  /// The defaults are 64 MiB, 100 megapixels, 30,000 pixels per side, 320 MiB of memory and 100
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
