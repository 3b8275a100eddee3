internal import CPNG
import WallfarmPluginKit

/// PNG through libpng's simplified interface, which keeps `longjmp` on its own side.
enum PNGDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    let size = try withReading(of: bytes, file: file) { image in
      PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    }
    let chunks = PNGChunks(bytes)
    return PhotoHeader(
      size: size, orientation: chunks.orientation,
      color: chunks.profile.map(PhotoColor.profile) ?? .sRGB)
  }

  static func decode(
    _ bytes: [UInt8], size: PixelSize, file: String
  ) throws(RenderError) -> ImageSurface {
    guard PNGChunks(bytes).isWhole else {
      throw .photoUnreadable("the file ends before its last chunk", file: file)
    }
    let surface = try ImageSurface(size: size)
    try withReading(of: bytes, file: file) { (image) throws(RenderError) in
      // PNG_FORMAT_BGRA, a macro Swift does not see.
      image.pointee.format = 0x13
      // Without a word about gamma, 16 bits a channel mean sRGB here as 8 bits do.
      image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      let stride = Int32(surface.stride)
      let done = surface.withMutablePixels { pixels in
        png_image_finish_read(image, nil, pixels.baseAddress, stride, nil)
      }
      // A warning means that something was wrong with the file, so the pixels are not trusted.
      guard done != 0, image.pointee.warning_or_error == 0 else {
        throw .photoUnreadable(message(of: image), file: file)
      }
    }
    premultiply(surface)
    return surface
  }

  /// Opens a file for one reading.
  ///
  /// libpng keeps the addresses of the image and of the bytes until the reading ends, so both stay
  /// where they are for that long.
  private static func withReading<Result>(
    of bytes: [UInt8], file: String,
    _ body: (UnsafeMutablePointer<png_image>) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    defer {
      png_image_free(image)
      image.deallocate()
    }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      guard png_image_begin_read_from_memory(image, buffer.baseAddress, buffer.count) != 0 else {
        throw .photoUnreadable(message(of: image), file: file)
      }
      return try body(image)
    }
  }

  private static func message(of image: UnsafeMutablePointer<png_image>) -> String {
    withUnsafeBytes(of: image.pointee.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// libpng hands out straight alpha; cairo wants colours multiplied with it.
  private static func premultiply(_ surface: borrowing ImageSurface) {
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
