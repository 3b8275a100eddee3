import Graphics
import WallfarmPluginKit

/// The bytes of a finished file.
struct EncodedImage: Sendable {
  let file: EncodedFile
  let format: ImageFormat
  let pixels: PixelSize
}

/// Turns pixels into a file in memory.
struct Encoder {
  let format: ImageFormat
  let settings: EncodingSettings
  /// Knows parts of pictures that it made before.
  let png: PNGEncoder

  func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedImage {
    let file =
      switch format {
      case .png: try png.encode(surface, settings)
      case .jpeg: try jpeg(surface)
      case .webp: try WebPEncoder(settings).encode(surface)
      }
    return EncodedImage(file: file, format: format, pixels: surface.size)
  }

  private func jpeg(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedFile {
    // A half-clear colour or photo shows only in the pixels.
    guard surface.isOpaque else { throw .transparentJPEG() }
    return try JPEGEncoder(settings).encode(surface)
  }
}
