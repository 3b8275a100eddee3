internal import CWebP
import Graphics
import WallfarmPluginKit

/// Encodes a segment as a separate animated WebP file with libwebpmux.
final class AnimationEncoder: SegmentEncoder {
  private let film: FilmSettings
  private let encoder: OpaquePointer
  private var config = WebPConfig()
  private var picture = WebPPicture()
  private var count = 0

  init(_ film: FilmSettings) throws(RenderError) {
    self.film = film
    var options = WebPAnimEncoderOptions()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0,
      WebPAnimEncoderOptionsInit(&options) != 0
    else { throw .filmFailed("the installed version of libwebp is incompatible") }
    // Only the first frame is a keyframe.
    options.kmax = 0
    options.allow_mixed = 0
    guard
      let encoder = WebPAnimEncoderNew(
        Int32(clamping: film.size.width), Int32(clamping: film.size.height), &options)
    else { throw .filmFailed("libwebp does not support pictures of \(film.size)") }
    self.encoder = encoder
    // Use the fastest method, at a quality without visible ringing around text.
    config.method = 1
    config.quality = Float(WebPEncoder.standardQuality)
  }

  deinit {
    WebPAnimEncoderDelete(encoder)
    WebPPictureFree(&picture)
  }

  func add(_ picture: borrowing ImageSurface, changed: [PixelBox]) throws(RenderError) {
    WebPPictureFree(&self.picture)
    guard WebPPictureInit(&self.picture) != 0 else { throw .filmFailed("libwebp is out of memory") }
    self.picture.use_argb = 1
    self.picture.width = Int32(picture.size.width)
    self.picture.height = Int32(picture.size.height)
    let stride = Int32(picture.stride)
    let isTaken = picture.withPixels { pixels in
      WebPPictureImportBGRX(
        &self.picture, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), stride) != 0
    }
    guard isTaken else { throw .filmFailed("libwebp is out of memory") }
    guard WebPAnimEncoderAdd(encoder, &self.picture, time(of: count), &config) != 0 else {
      throw .filmFailed(String(cString: WebPAnimEncoderGetError(encoder)))
    }
    count += 1
  }

  func finish() throws(RenderError) -> FilmSegment {
    var data = WebPData()
    guard WebPAnimEncoderAdd(encoder, nil, time(of: count), nil) != 0,
      WebPAnimEncoderAssemble(encoder, &data) != 0
    else { throw .filmFailed(String(cString: WebPAnimEncoderGetError(encoder))) }
    defer { WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
    return .animation(
      Array(UnsafeBufferPointer(start: data.bytes, count: data.size)),
      milliseconds: Int(time(of: count)))
  }

  /// The timestamp of a frame in milliseconds, relative to the start of the segment.
  ///
  /// Every segment except the last lasts exactly one second, so rounding errors do not accumulate.
  private func time(of picture: Int) -> Int32 {
    Int32((Double(picture) * 1000 / Double(film.framesPerSecond)).rounded())
  }
}
