/// Bounds that a photo must keep, checked before a decoder sees any of it.
public struct PhotoLimits: Sendable, Hashable {
  /// Most bytes of a file.
  public var bytes: Int
  /// Most pixels.
  public var pixels: Int
  /// Most pixels along a side.
  public var side: Int
  /// Most bytes that decoding may take beside the pixels themselves, which have four bytes each.
  public var memory: Int
  /// Most scans of a progressive JPEG; each is a pass over all pixels.
  public var scans: Int

  /// Most chunks, segments or boxes of a file.
  static let parts = 100_000
  /// Most pictures that a HEIF file puts together to one.
  static let tiles = 4096

  /// Makes limits; the defaults take any phone's photo: 64 MiB, 100 megapixels, 30,000 a side,
  /// 320 MiB of memory, 100 scans.
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
