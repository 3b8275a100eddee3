import Graphics
import WallfarmPluginKit

/// Turns pixels into a file in memory.
struct Encoder {
  let format: ImageFormat
  let settings: EncodingSettings
  /// Knows parts of pictures that it made before.
  let png: PNGEncoder
  /// So does this.
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
    // A half-clear colour or photo shows only in the pixels.
    guard let file = try jpeg.encode(surface, settings) else { throw .transparentJPEG() }
    return file
  }
}
