internal import CTurboJPEG
import WallfarmPluginKit

/// JPEG through libjpeg-turbo's TurboJPEG interface, which keeps `longjmp` on its own side.
enum JPEGDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    let session = try Session(file: file)
    let (size, isCMYK) = try session.readHeader(bytes)
    let markers = JPEGMarkers(bytes)
    let color: PhotoColor =
      if isCMYK {
        .cmyk(profile: markers.profile, isInverted: markers.hasAdobeSegment)
      } else {
        markers.profile.map(PhotoColor.profile) ?? .sRGB
      }
    return PhotoHeader(size: size, orientation: markers.orientation, color: color)
  }

  static func decode(
    _ bytes: [UInt8], _ header: PhotoHeader, atLeast needed: PixelSize, file: String
  ) throws(RenderError) -> DecodedPhoto {
    let session = try Session(file: file)
    _ = try session.readHeader(bytes)
    let surface = try ImageSurface(size: scaledSize(of: header.size, atLeast: needed))
    let warning = try session.decompress(
      bytes, into: surface, as: header.color.isCMYK ? TJPF_CMYK : TJPF_BGRA)
    return DecodedPhoto(
      surface: surface, orientation: header.orientation, color: header.color, warning: warning)
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

    func readHeader(
      _ bytes: [UInt8]
    ) throws(RenderError) -> (size: PixelSize, isCMYK: Bool) {
      var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
      let status = tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
      guard status == 0 else { throw failure }
      guard width > 0, height > 0 else {
        throw .photoUnreadable("the file ends before the picture starts", file: file)
      }
      let isCMYK = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == space }
      return (PixelSize(width: Int(width), height: Int(height)), isCMYK)
    }

    /// Fills a surface and returns a warning that changed no pixel, if there was one.
    func decompress(
      _ bytes: [UInt8], into surface: borrowing ImageSurface, as layout: TJPF
    ) throws(RenderError) -> String? {
      let (size, stride, handle) = (surface.size, surface.stride, handle)
      let status = surface.withMutablePixels { pixels in
        tjDecompress2(
          handle, bytes, UInt(bytes.count), pixels.bindMemory(to: UInt8.self).baseAddress,
          Int32(size.width), Int32(stride), Int32(size.height), Int32(layout.rawValue),
          TJFLAG_ACCURATEDCT)
      }
      if status == 0 { return nil }
      guard let warning = harmlessWarning else { throw failure }
      return warning
    }

    /// The decoder's warning where it changes no pixel; nil for all others.
    ///
    /// Most warnings mean pixels that had to be guessed, which is a failure here. Bytes that belong
    /// to nothing, which some cameras and editors leave before a marker, are not part of a picture.
    private var harmlessWarning: String? {
      guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { return nil }
      let message = String(cString: tjGetErrorStr2(handle))
      return message.hasSuffix("extraneous bytes before marker 0xd9") ? message : nil
    }

    private var failure: RenderError {
      .photoUnreadable(String(cString: tjGetErrorStr2(handle)), file: file)
    }
  }
}
