internal import CPNG
import WallfarmPluginKit

/// PNG through libpng; what it warns of is looked up in `PNGWarnings`.
enum PNGDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    let chunks = PNGChunks(bytes)
    let size = try withReader(of: bytes, file: file, WarningJudge()) { png in
      PixelSize(width: Int(wallfarm_png_width(png)), height: Int(wallfarm_png_height(png)))
    }
    return PhotoHeader(
      size: size, orientation: chunks.orientation,
      color: chunks.profile.map(PhotoColor.profile) ?? .sRGB)
  }

  /// The photo, with what libpng complained of although every decoder sees the same.
  static func decode(
    _ bytes: [UInt8], header: PhotoHeader, file: String
  ) throws(RenderError) -> DecodedPhoto {
    var surface = try ImageSurface(size: header.size)
    let judge = WarningJudge()
    try withReader(of: bytes, file: file, judge) { (png) throws(RenderError) in
      let stride = surface.stride
      let status = surface.withMutablePixels { pixels in
        wallfarm_png_read(png, pixels.bindMemory(to: UInt8.self).baseAddress, stride)
      }
      guard status == 0 else { throw failure(of: png, file: file) }
    }
    premultiply(&surface)
    return DecodedPhoto(
      surface: surface, orientation: header.orientation, color: header.color, warning: judge.text)
  }

  /// Opens a file for one reading.
  ///
  /// libpng keeps the address of the bytes until it ends.
  private static func withReader<Result>(
    of bytes: [UInt8], file: String, _ judge: WarningJudge,
    _ body: (OpaquePointer) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      let context = Unmanaged.passUnretained(judge).toOpaque()
      let png = wallfarm_png_open(
        buffer.baseAddress, buffer.count,
        { context, sentence in
          guard let context, let sentence else { return 1 }
          let judge = Unmanaged<WarningJudge>.fromOpaque(context).takeUnretainedValue()
          let text = String(cString: sentence)
          return judge.allows(text, meaning: PNGWarnings.meaning(of: text)) ? 0 : 1
        }, context)
      guard let png else { throw .photoUnreadable("libpng could not start", file: file) }
      defer {
        wallfarm_png_close(png)
        // The decoder held it without counting.
        withExtendedLifetime(judge) {}
      }
      guard wallfarm_png_failure(png) == nil else { throw failure(of: png, file: file) }
      return try body(png)
    }
  }

  private static func failure(of png: OpaquePointer, file: String) -> RenderError {
    let reason = wallfarm_png_failure(png).map { String(cString: $0) }
    return .photoUnreadable(reason ?? "libpng stopped and gave no reason", file: file)
  }

  /// libpng hands out straight alpha; cairo wants colours multiplied with it.
  private static func premultiply(_ surface: inout ImageSurface) {
    surface.withMutablePixels { bytes in
      for index in bytes.bindMemory(to: SIMD4<UInt8>.self).indices {
        let pixel = bytes.load(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
        guard pixel[3] != 255 else { continue }
        let alpha = UInt16(pixel[3])
        let product = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* alpha &+ 127
        var result = SIMD4<UInt8>(truncatingIfNeeded: product / 255)
        result[3] = pixel[3]
        bytes.storeBytes(of: result, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
      }
    }
  }
}
