/// Bounds that a photo must keep, checked against its header before anything is allocated.
public struct PhotoLimits: Sendable, Hashable {
  /// Most bytes of a file.
  public var bytes: Int
  /// Most pixels.
  public var pixels: Int
  /// Most pixels along a side.
  public var side: Int

  /// Makes limits; the defaults take any phone's photo: 64 MiB, 100 megapixels, 30,000 a side.
  public init(bytes: Int = 64 << 20, pixels: Int = 100_000_000, side: Int = 30_000) {
    self.bytes = bytes
    self.pixels = pixels
    self.side = side
  }
}
