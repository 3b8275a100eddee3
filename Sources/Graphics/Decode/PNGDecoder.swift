internal import CPNG
import WallfarmPluginKit

/// PNG through libpng's simplified interface, which keeps `longjmp` on its own side.
enum PNGDecoder {
  static func size(of bytes: [UInt8], file: String) throws(RenderError) -> PixelSize {
    let session = try Session(bytes, file: file)
    return session.size
  }

  static func decode(
    _ bytes: [UInt8], size: PixelSize, file: String
  ) throws(RenderError) -> ImageSurface {
    let surface = try ImageSurface(size: size)
    var session = try Session(bytes, file: file)
    try session.read(into: surface)
    premultiply(surface)
    return surface
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

  /// One reading of one file.
  private struct Session: ~Copyable {
    private var image = png_image()
    private let bytes: [UInt8]
    private let file: String

    init(_ bytes: [UInt8], file: String) throws(RenderError) {
      self.bytes = bytes
      self.file = file
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      // libpng only keeps the address until the read is finished; `bytes` lives as long as self.
      guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
        throw .photoUnreadable(PNGDecoder.message(of: image), file: file)
      }
    }

    deinit {
      var copy = image
      png_image_free(&copy)
    }

    var size: PixelSize { PixelSize(width: Int(image.width), height: Int(image.height)) }

    mutating func read(into surface: borrowing ImageSurface) throws(RenderError) {
      // PNG_FORMAT_BGRA, a macro Swift does not see.
      image.format = 0x13
      let stride = Int32(surface.stride)
      let done = surface.withMutablePixels { pixels in
        png_image_finish_read(&image, nil, pixels.baseAddress, stride, nil)
      }
      guard done != 0, image.warning_or_error == 0 else {
        throw .photoUnreadable(PNGDecoder.message(of: image), file: file)
      }
    }
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
