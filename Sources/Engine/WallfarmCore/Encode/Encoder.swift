import Graphics
import WallfarmPluginKit

/// Encodes pixels to a file in memory.
struct Encoder {
  let format: ImageFormat
  let settings: EncodingSettings
  /// The PNG encoder, which caches encoded bands of earlier pictures.
  let png: PNGEncoder
  /// The JPEG encoder, which caches encoded bands of earlier pictures.
  let jpeg: JPEGEncoder

  func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedImage {
    let file =
      switch format {
      case .png: try png.encode(surface, settings)
      case .jpeg: try opaque(surface)
      case .webp: try WebPEncoder(settings).encode(surface)
      }
    return EncodedImage(file: file, format: format, pixels: surface.size)
  }

  private func opaque(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedFile {
    // Only the pixels reveal whether a color or photo is transparent.
    guard let file = try jpeg.encode(surface, settings) else { throw .transparentJPEG() }
    return file
  }
}

/// An encoded picture, with its format and size.
struct EncodedImage: Sendable {
  let file: EncodedFile
  let format: ImageFormat
  let pixels: PixelSize
}
