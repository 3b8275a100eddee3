internal import CTurboJPEG
import WallfarmPluginKit

/// JPEG through libjpeg-turbo's TurboJPEG interface, which keeps `longjmp` on its own side.
enum JPEGDecoder {
  static func size(of bytes: [UInt8], file: String) throws(RenderError) -> PixelSize {
    let session = try Session(file: file)
    return try session.readHeader(bytes)
  }

  static func decode(
    _ bytes: [UInt8], size: PixelSize, atLeast needed: PixelSize?, file: String
  ) throws(RenderError) -> ImageSurface {
    let session = try Session(file: file)
    _ = try session.readHeader(bytes)
    let surface = try ImageSurface(size: scaledSize(of: size, atLeast: needed ?? size))
    try session.decompress(bytes, into: surface)
    return surface
  }

  /// The smallest size out of the decoder that is not below what is needed on either side.
  ///
  /// Only halves, quarters and eighths: libjpeg-turbo has fast code for these alone (7/8 of 12
  /// megapixels took 80 ms, all of them 61 ms), and other fractions cost up to 20 dB of sharpness.
  static func scaledSize(of size: PixelSize, atLeast needed: PixelSize) -> PixelSize {
    for eighths in [1, 2, 4, 8] {
      // libjpeg rounds scaled sides up.
      let scaled = PixelSize(
        width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
      if scaled.width >= needed.width, scaled.height >= needed.height { return scaled }
    }
    return size
  }

  /// One decompressor.
  private struct Session: ~Copyable {
    let handle: tjhandle
    let file: String

    init(file: String) throws(RenderError) {
      guard let handle = tjInitDecompress() else {
        throw .photoUnreadable("libjpeg-turbo could not start", file: file)
      }
      self.handle = handle
      self.file = file
    }

    deinit { tjDestroy(handle) }

    func readHeader(_ bytes: [UInt8]) throws(RenderError) -> PixelSize {
      var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
      let status = tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
      guard status == 0 else { throw failure }
      guard width > 0, height > 0 else {
        throw .photoUnreadable("the file ends before the picture starts", file: file)
      }
      return PixelSize(width: Int(width), height: Int(height))
    }

    func decompress(
      _ bytes: [UInt8], into surface: borrowing ImageSurface
    ) throws(RenderError) {
      let (size, stride, handle) = (surface.size, surface.stride, handle)
      // A warning of the decoder means pixels it had to guess: that is a failure here.
      let status = surface.withMutablePixels { pixels in
        tjDecompress2(
          handle, bytes, UInt(bytes.count), pixels.bindMemory(to: UInt8.self).baseAddress,
          Int32(size.width), Int32(stride), Int32(size.height), Int32(TJPF_BGRA.rawValue),
          TJFLAG_ACCURATEDCT)
      }
      guard status == 0 else { throw failure }
    }

    private var failure: RenderError {
      .photoUnreadable(String(cString: tjGetErrorStr2(handle)), file: file)
    }
  }
}
