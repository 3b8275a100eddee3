internal import Graphics
package import WallfarmPluginKit

/// A thumbnail of a photo: upright, sRGB, without metadata.
package struct SmallPicture: Sendable {
  /// The height in pixels; the rows of a page are up to 180 points high.
  package static let height = 240
  /// The maximum width in pixels; a row shows only the middle of a wider panorama.
  private static let mostWidth = 640
  /// The WebP quality at which no ringing is visible at this size; a thumbnail takes about 8 KB.
  private static let quality = 74

  /// Creates a thumbnail.
  ///
  /// - Parameter bytes: the photo.
  /// - Returns: the bytes of a WebP file.
  /// - Throws: `photo-format`, `photo-unreadable`, `photo-too-large`, `raster-failed`.
  package static func file(of bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    let decoder = try PhotoDecoder(bytes, file: "photo")
    let size = size(for: decoder.size)
    let photo = try decoder.decode(atLeast: size)
    _ = try photo.finish()
    let content = ImageContent(
      file: "photo",
      frame: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    var surface = try ImageSurface(size: size)
    try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: content, in: .sRGB)
    }
    var settings = EncodingSettings(effort: .fast)
    settings.quality = .level(quality)
    return try WebPEncoder(settings).encode(surface).bytes
  }

  /// The thumbnail size, which is never larger than the photo.
  static func size(for photo: PixelSize) -> PixelSize {
    let height = min(Self.height, photo.height)
    let width = (Double(photo.width) * Double(height) / Double(photo.height)).rounded()
    return PixelSize(width: min(mostWidth, max(1, Int(width))), height: height)
  }
}
