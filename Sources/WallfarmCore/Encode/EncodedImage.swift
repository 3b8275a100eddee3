import Graphics
import WallfarmPluginKit

/// The bytes of a finished file.
struct EncodedImage: Sendable {
  let bytes: [UInt8]
  let format: ImageFormat
  let pixels: PixelSize
}

/// Turns pixels into a file in memory.
struct Encoder {
  let format: ImageFormat
  let device: Device
  let space: ColorSpace

  func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedImage {
    let bytes: [UInt8] =
      switch format {
      case .png:
        try PNGEncoder(ppi: device.ppi, space: space, texts: [("Software", Wallfarm.title)]).encode(
          surface)
      case .jpeg: try jpeg(surface)
      }
    return EncodedImage(bytes: bytes, format: format, pixels: surface.size)
  }

  private func jpeg(_ surface: borrowing ImageSurface) throws(RenderError) -> [UInt8] {
    // A half-clear colour or photo shows only in the pixels.
    guard surface.isOpaque else { throw .transparentJPEG() }
    return try JPEGEncoder(space: space).encode(surface)
  }
}
