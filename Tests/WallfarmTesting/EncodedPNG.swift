public import Graphics

/// Encodes a surface as PNG with a new single-threaded encoder.
public func encodedPNG(
  _ surface: borrowing ImageSurface, _ settings: EncodingSettings = EncodingSettings()
) throws -> [UInt8] {
  try PNGEncoder().encode(surface, settings).bytes
}
