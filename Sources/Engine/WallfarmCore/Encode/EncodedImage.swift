import Graphics
import WallfarmPluginKit

/// The bytes of an encoded picture.
struct EncodedImage: Sendable {
  let file: EncodedFile
  let format: ImageFormat
  let pixels: PixelSize
}
