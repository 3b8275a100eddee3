import Graphics
import WallfarmPluginKit

/// Passes one libFuzzer input to the photo decoders, which decode or reject it.
///
/// The content of the input determines the decoder, so each decoder has a corpus in its own format.
@c(LLVMFuzzerTestOneInput)
public func fuzzPhoto(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Small limits keep each run short. The code that enforces limits is the same for small and large
  // limits.
  let limits = PhotoLimits(pixels: 300_000, side: 2000)
  // A narrow frame shows only part of most photos, and only that part is decoded.
  let content = ImageContent(file: "fuzz", frame: Rect(x: 0, y: 0, width: 16, height: 64))
  let scale = Scale(x: 1, y: 1)
  guard let decoder = try? PhotoDecoder(bytes, file: "fuzz", limits: limits),
    let photo = try? decoder.decode(
      atLeast: PixelSize(width: 64, height: 64),
      part: PhotoPart(of: content, picture: decoder.size, scale: scale)),
    var target = try? ImageSurface(size: PixelSize(width: 16, height: 64))
  else { return 0 }
  try? target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
    try canvas.draw(photo, as: content, in: .sRGB)
  }
  return 0
}
