public import Graphics

/// The bytes of a PNG of a surface, encoded afresh on one thread.
public func encodedPNG(
  _ surface: borrowing ImageSurface, _ settings: EncodingSettings = EncodingSettings()
) throws -> [UInt8] {
  try PNGEncoder().encode(surface, settings).bytes
}
